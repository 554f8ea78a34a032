/** Tables on the page: plots and rows, alone and beside a picture, and the ways between a row and its place. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { expect, it } from 'vitest'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const schema = { type: 'object', properties: {}, additionalProperties: false } as const
const rows = 100_000

/** 100,000 rows of ten columns: numbers that rise, one that is missing, and texts of a few letters. */
function makeLong() {
  const at = Float64Array.from({ length: rows }, (_, i) => i / 100)
  const waves = Array.from({ length: 8 }, (_, k) => ({
    name: `wave ${k + 1}`,
    unit: 'mV',
    values: at.map((t, i) => (i === 1 ? Number.NaN : Math.sin(t / (k + 3)) * (k + 1))),
  }))
  const texts = Array.from({ length: rows }, (_, i) => (i === 2 ? '=1+1' : `r${i % 7}`))
  return {
    columns: [{ name: 'time', unit: 's', values: at }, ...waves, { name: 'of', values: texts }],
    plot: 'line',
    x: 'time',
  } as const
}

function register(host: Host): void {
  host.registerSpecimen({ id: 'long', displayName: 'long' }, makeLong, { returns: 'table', schema })
  const corners = [0, 1, 2, 3].map((i) => [10 * i, i % 2 === 0 ? 0 : 10, 0])
  host.registerSpecimen(
    { id: 'both', displayName: 'both', axes: 'mm' },
    () => ({
      shape: { vertices: Float32Array.from(corners.flat()), indices: Uint32Array.of(0, 1, 2, 1, 3, 2) },
      sizes: {
        columns: [
          { name: 'corner', values: ['b', 'a', 'd', 'c'] },
          { name: 'size', unit: 'mm', values: Float64Array.of(4, 2, Number.NaN, 3) },
        ],
        points: Float32Array.from(corners.flat()),
        plot: 'bars',
      },
    }),
    { returns: { type: 'scene', parts: { shape: 'mesh', sizes: 'table' } }, schema },
  )
}

const open = useViewer({ prepare: register })

const cells = (page: Page) => page.locator('.row-table tbody tr:has(th)')
const names = async (page: Page) => await cells(page).locator('td:nth-of-type(1)').allTextContents()

it('shows a plot and the seen ones of 100,000 rows, which scroll, sort and are copied', async () => {
  const viewer = await open({
    path: '/#/long',
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  const { page } = viewer
  await showsPicture(page, 'A table of 100,000 rows and 10 columns.')
  await page.getByRole('img', { name: /^Plot of the table: wave 1, wave 2/ }).waitFor()
  const table = page.getByRole('table')
  expect(await table.getAttribute('aria-rowcount')).toBe('100001')
  expect(await cells(page).count()).toBeLessThan(100)
  expect(await cells(page).first().locator('th, td').allTextContents()).toEqual([
    ...['1', '0', '0', '0', '0', '0', '0', '0', '0', '0', 'r0'],
  ])
  await page.screenshot({ path: '/tmp/tables-long.png' })
  await page.getByRole('button', { name: 'time [s]' }).click()
  await page.getByRole('button', { name: 'time [s]' }).click()
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['999.99']))
  expect(await page.locator('th[aria-sort=descending]').count()).toBe(1)
  await page.getByRole('button', { name: 'Copy as TSV' }).click()
  await page.getByText('Copied.').waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const lines = text.trimEnd().split('\n')
  expect([lines.length, lines[0]?.split('\t').slice(0, 2)]).toEqual([rows + 1, ['time [s]', 'wave 1 [mV]']])
  expect(lines[1]?.startsWith('999.99\t')).toBe(true)
  expect(lines.at(-2)?.split('\t').slice(0, 2)).toEqual(['0.01', '']) // a missing number
  expect(lines.at(-3)?.endsWith("\t'=1+1")).toBe(true)
  await page.locator('.row-scroll').evaluate((frame) => frame.scrollTo(0, frame.scrollHeight))
  await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['0']))
  viewer.expectClean()
})

it('draws 100,000 rows at once: the work of a frame of scrolling is little', async () => {
  const { page } = await open({ path: '/#/long' })
  await page.getByRole('table').waitFor()
  const took = await page.locator('.row-scroll').evaluate(async (frame) => {
    const times: number[] = []
    for (let i = 1; i <= 20; i++) {
      const before = performance.now()
      frame.scrollTop = i * 100_000
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      times.push(performance.now() - before)
    }
    return times.sort((a, b) => a - b)
  })
  console.log(`scroll frames: median ${took[10]?.toFixed(1)} ms, worst ${took.at(-1)?.toFixed(1)} ms`)
  expect(await cells(page).count()).toBeLessThan(100)
})

it('leads from a row to its place and from a place to its row', async () => {
  const viewer = await open({ path: '/#/both' })
  const { page } = viewer
  await showsPicture(page, 'A scene of 2 parts')
  await page.getByRole('img', { name: 'Plot of sizes: size over corner' }).waitFor()
  await page.screenshot({ path: '/tmp/tables-both.png' })
  expect(await names(page)).toEqual(['b', 'a', 'd', 'c'])
  await page.getByRole('button', { name: 'size [mm]' }).click()
  await expect.poll(() => names(page)).toEqual(['a', 'c', 'b', 'd'])
  await page.getByRole('button', { name: 'Go to row 4' }).click()
  await expect.poll(() => page.locator('tr[aria-selected=true] td').first().textContent()).toBe('c')
  // The place of the row is in the middle now, and a click there is a click on it.
  const seen = () => page.evaluate(() => location.hash)
  await expect.poll(seen).toContain('camera=')
  await page.screenshot({ path: '/tmp/tables-marked.png' })
  await page.getByRole('button', { name: 'Go to row 1', exact: true }).click()
  await expect.poll(() => page.locator('tr[aria-selected=true] td').first().textContent()).toBe('b')
  const box = await page.locator('.stage').boundingBox()
  if (!box) throw new Error('there is no stage')
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Go to row 2' }).click()
      await page.mouse.click(box.x + box.width / 2 + 3, box.y + box.height / 2 + 3)
      return await page.locator('tr[aria-selected=true] td').first().textContent()
    })
    .toBe('a')
  viewer.expectClean()
})
