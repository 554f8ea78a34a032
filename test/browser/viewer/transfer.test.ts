/** The histogram of a volume: its window and its opacity curve, by pointer and by keys, as in the link. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { findBarriers } from '../find-barriers.ts'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const openOne = useViewer({
  context: { viewport: { width: 1000, height: 900 } },
  prepare: (host) =>
    host.registerSpecimen(
      { id: 'block', displayName: 'A block' },
      () => ({
        type: 'volume',
        dtype: 'float32',
        shape: [8, 8, 8],
        data: Float32Array.from({ length: 512 }, (_, i) => i / 511),
      }),
      { returns: 'volume', schema: { type: 'object', properties: {} } },
    ),
})

async function open(settings: string): Promise<Page> {
  const { page } = await openOne({ path: `/#/block?${settings}` })
  await showsPicture(page, 'A volume')
  await page.getByRole('region', { name: 'Histogram' }).waitFor()
  return page
}

async function drag(page: Page, target: Locator, move: readonly [number, number], button?: 'right') {
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing is there to be dragged.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 4]
  await page.mouse.move(x, y)
  await page.mouse.down({ button: button ?? 'left' })
  await page.mouse.move(x + move[0], y + move[1])
  await page.mouse.up({ button: button ?? 'left' })
}

async function readWindow(page: Page): Promise<readonly number[]> {
  const ends = ['Colour min', 'Colour max'].map((name) => page.getByRole('textbox', { name }).inputValue())
  return (await Promise.all(ends)).map(Number)
}

describe('the opacity curve', () => {
  it('is edited by keys: points are moved, added and removed, and said', async () => {
    const page = await open('~window=0,1&~curve=0,0,1,1')
    const points = page.getByRole('slider', { name: /^Opacity point/ })
    const last = page.getByRole('slider', { name: 'Opacity point 2 of 2' })
    expect(await last.getAttribute('aria-valuetext')).toBe('Opacity 100 % at 1')
    await last.press('ArrowLeft')
    await last.press('PageDown')
    await expect.poll(() => page.url()).toContain('~curve=0,0,0.99,0.9')
    await page.getByRole('button', { name: 'Add point' }).press('Enter')
    const added = page.getByRole('slider', { name: 'Opacity point 2 of 3' })
    await expect.poll(() => added.evaluate((point) => point === document.activeElement)).toBe(true)
    await page.keyboard.press('Shift+ArrowUp')
    await expect.poll(() => page.url()).toContain('~curve=0,0,0.495,0.55,0.99,0.9')
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Delete')
    await expect.poll(() => points.count()).toBe(2)
    await page.getByRole('button', { name: 'Remove point' }).press('Enter')
    await expect.poll(() => points.count()).toBe(1)
  })

  it('is edited by a pointer: a click adds a point, a drag moves it', async () => {
    const page = await open('~window=0,1&~curve=0,0,1,1')
    const plot = await page.locator('.transfer-plot').boundingBox()
    if (!plot) throw new Error('There is no plot.')
    await page.mouse.click(plot.x + plot.width / 2, plot.y + plot.height * 0.25)
    const added = page.getByRole('slider', { name: 'Opacity point 2 of 3' })
    await expect.poll(() => page.url()).toMatch(/~curve=0,0,0\.(49|5)\d*,0\.7\d*,1,1/)
    await drag(page, added, [plot.width / 4, plot.height / 2])
    await expect.poll(() => page.url()).toMatch(/~curve=0,0,0\.7\d*,0\.[12]\d*,1,1/)
    await page.getByRole('combobox', { name: 'Opacity curve' }).selectOption({ label: 'Band' })
    await expect.poll(() => page.url()).toContain('~curve=0.25,0,0.4,0.7,0.6,0.7,0.75,0')
  })
})

describe('window and level', () => {
  it('are dragged in the histogram', async () => {
    const page = await open('~window=0.2,0.8')
    await drag(page, page.locator('.transfer-end[data-end="1"]'), [-60, 0])
    await expect.poll(() => page.url()).toMatch(/~window=0\.2,0\.[67]/)
    expect(await page.locator('.transfer-axis').textContent()).toMatch(/^0\.20\.[67]/)
  })

  it('are dragged in the picture by the right button, or by any while the tool is on', async () => {
    const page = await open('~window=0.4,0.6')
    const picture = page.locator('.stage')
    await drag(page, picture, [0, -150], 'right')
    await expect.poll(() => readWindow(page)).toEqual([0.3, 0.5])
    await page.getByRole('button', { name: 'Window and level by dragging' }).press('Enter')
    await drag(page, picture, [100, -50])
    await expect
      .poll(async () => (await readWindow(page)).map((end) => end.toFixed(2)))
      .toEqual(['0.23', '0.51'])
    expect(page.url()).not.toContain('~camera=')
  })
})
