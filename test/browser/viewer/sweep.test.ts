/** A parameter that is played: computed ahead, shown without a request, saved. */
import { readFile } from 'node:fs/promises'
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findBarriers } from '../find-barriers.ts'
import { fan, registerFan, showsTriangles } from './fan.ts'
import { countColors } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const made: number[] = []
const open = useViewer({
  prepare: (host) => {
    registerFan(host, (triangles) => {
      made.push(triangles)
      return fan(triangles)
    })
    const at = { type: 'number', minimum: 0, maximum: 2, multipleOf: 0.5, default: 0, time: true, unit: 's' }
    host.registerSpecimen(
      { id: 'clock' },
      (t) => {
        made.push(Number(t))
        return fan(3 + 2 * Number(t))
      },
      { returns: 'mesh', schema: { type: 'object', properties: { at } } },
    )
  },
})

const bar = (page: Page) => page.getByRole('region', { name: 'Sweep of Triangles' })

async function save(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  const saved = page.waitForEvent('download')
  await bar(page).getByRole('button', { name }).click()
  const file = await saved
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

it('a sweep is opened at its parameter, computed ahead, and shown without a request', async () => {
  made.length = 0
  const { page, expectClean } = await open({ path: '/#/fan' })
  await showsTriangles(page, 5)
  await page.getByRole('button', { name: 'Play Triangles' }).click()
  await bar(page).getByRole('spinbutton', { name: 'Steps' }).fill('3')
  await bar(page).getByRole('spinbutton', { name: 'Steps' }).press('Enter')
  await bar(page).getByText('3 of 3').waitFor()
  const asked = made.length
  const slider = bar(page).getByRole('slider', { name: 'Step' })
  await slider.press('End')
  await showsTriangles(page, 100)
  await slider.press('ArrowLeft')
  await showsTriangles(page, 52)
  expect(await page.getByRole('textbox', { name: 'Triangles' }).inputValue()).toBe('52')
  expect(await findBarriers(page)).toEqual([])
  const sheet = await save(page, 'Contact sheet')
  expect(sheet.name).toBe('fan triangles sheet.png')
  expect(decode(sheet.bytes)).toMatchObject({ width: 640, height: 544 })
  expect(countColors(sheet.bytes)).toBeGreaterThan(20)
  expect(made.length).toBe(asked)
  await expect.poll(() => page.url()).toMatch(/#\/fan\?triangles=52&~sweep=3,100,3,triangles$/)
  await bar(page).getByRole('button', { name: 'Close the sweep' }).click()
  await expect.poll(() => page.url()).toMatch(/#\/fan\?triangles=52$/)
  expectClean()
})

it('a link opens a sweep, which is played and saved as a film', async () => {
  const { page, expectClean } = await open({ path: '/#/fan?triangles=7&~sweep=4,10,4,triangles' })
  await bar(page).getByText('4 of 4').waitFor()
  await bar(page).getByRole('button', { name: 'Play' }).click()
  await showsTriangles(page, 10)
  await showsTriangles(page, 4)
  await bar(page).getByRole('button', { name: 'Pause' }).click()
  const film = await save(page, 'Film')
  expect(film.name).toBe('fan triangles film.webm')
  expect(film.bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3') // EBML
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findBarriers(page)).toEqual([])
  expectClean()
})

it('a time is played from its page: nothing is computed before, each step comes in its turn, and the last ends it', async () => {
  made.length = 0
  const { page, expectClean } = await open({ path: '/#/clock' })
  const time = page.getByRole('region', { name: 'Sweep of At' })
  await showsTriangles(page, 3)
  await time.getByText('0 of 5 are there: Play computes them').waitFor()
  expect(made).toEqual([0])
  await time.getByRole('button', { name: 'Loop' }).click()
  await time.getByRole('combobox', { name: 'Speed' }).selectOption('4')
  await time.getByRole('button', { name: 'Play' }).click()
  await time.getByText('5 of 5').waitFor()
  await showsTriangles(page, 7)
  await time.getByRole('button', { name: 'Play' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'At' }).inputValue()).toBe('2')
  expect(made.slice(1).sort()).toEqual([0, 0.5, 1, 1.5, 2])
  expect(await findBarriers(page)).toEqual([])
  await time.getByRole('button', { name: 'Loop' }).click()
  await time.getByRole('button', { name: 'Play' }).click()
  await showsTriangles(page, 3)
  await time.getByRole('button', { name: 'Pause' }).click()
  expect(await time.getByRole('button', { name: 'Close the sweep' }).count()).toBe(0)
  expectClean()
})

it('a time that is played at its parameter is computed at once, as any', async () => {
  const { page, expectClean } = await open({ path: '/#/clock' })
  const time = page.getByRole('region', { name: 'Sweep of At' })
  await time.getByText('0 of 5 are there: Play computes them').waitFor()
  await page.getByRole('button', { name: 'Play At' }).click()
  await time.getByText('5 of 5').waitFor()
  expectClean()
})
