/** The list of the parts of a scene: by pointer, by keys, in the link and back, and what follows from it. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { addScenes } from './make-scene.ts'
import { lookWhenStill, showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({ prepare: addScenes })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
async function hasLink(page: Page, link: string): Promise<void> {
  await expect.poll(() => page.evaluate(() => decodeURIComponent(location.hash))).toBe(link)
}

it('hides a part, shows one alone, colours one and takes it all back', async () => {
  const { page, expectClean } = await open({ path: '/#/head' })
  await showsPicture(page, 'A scene of')
  const whole = await lookWhenStill(page)
  await button(page, 'Show Skull with its skin').click()
  await hasLink(page, '#/head?~parts=skull:off')
  expect((await lookWhenStill(page)).equals(whole)).toBe(false)
  await button(page, 'Show Vessels alone').click()
  await hasLink(page, '#/head?~parts=skull:off,scan:off')
  expect(await button(page, 'Show Vessels alone').getAttribute('aria-pressed')).toBe('true')
  expect(await page.locator('.part-names li').allTextContents()).toEqual(['Vessels'])
  await button(page, 'Show Vessels alone').click()
  await hasLink(page, '#/head?~parts=skull:off')
  await page.getByLabel('Colour of Vessels').fill('#cc3333')
  await hasLink(page, '#/head?~parts=skull:off,vessels:cc3333')
  await button(page, 'Undo').click()
  await hasLink(page, '#/head?~parts=skull:off')
  await page.getByRole('region', { name: 'Parts' }).getByRole('button', { name: 'Reset all' }).click()
  await hasLink(page, '#/head')
  expect((await lookWhenStill(page)).equals(whole)).toBe(true)
  expectClean()
})

it('is gone through by arrow keys, with one row for Tab', async () => {
  const { page, expectClean } = await open({ path: '/#/crowd' })
  await showsPicture(page, 'A scene of')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await page.locator('.part-row').count()).toBe(40)
  expect(await page.locator('.part-rows :is(button, input):not([tabindex="-1"], [type=radio])').count()).toBe(
    4,
  )
  await button(page, 'Show Cell 1').focus()
  for (const [key, label] of [
    ['ArrowDown', 'Show Cell 2'],
    ['End', 'Show Cell 40'],
    ['ArrowDown', 'Show Cell 40'],
    ['ArrowUp', 'Show Cell 39'],
    ['Home', 'Show Cell 1'],
    ['Tab', 'Colour of Cell 1'],
    ['ArrowDown', 'Colour of Cell 2'],
    ['Tab', null], // its name
    ['Tab', 'Opacity of Cell 2'],
    ['ArrowDown', 'Opacity of Cell 3'],
  ] as const) {
    await page.keyboard.press(key)
    expect(await focused()).toBe(label)
  }
  expect(await page.getByRole('radio', { name: 'Cell 3', exact: true }).isChecked()).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await hasLink(page, '#/crowd?~parts=cell_3:0.99')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.locator('.part-names li').count()).toBe(1)
  expectClean()
})

it('has the values of the chosen part in histogram, colour bar and link', async () => {
  const { page, expectClean } = await open({ path: '/#/head?~parts=scan:20/90:magma' })
  await showsPicture(page, 'A scene of')
  expect(await page.locator('.color-bar figcaption').textContent()).toBe('Scan: density, HU')
  expect(await page.locator('.transfer').count()).toBe(1)
  await page.locator('.part-name').getByText('Vessels', { exact: true }).click()
  await page.waitForFunction(() => document.querySelector('.color-bar figcaption')?.textContent === 'Vessels')
  expect(await page.locator('.transfer').count()).toBe(0)
  await page.getByLabel('Colour map', { exact: true }).selectOption({ label: 'Turbo' })
  await hasLink(page, '#/head?~parts=scan:20/90:magma,vessels:turbo')
  expectClean()
})

it('says for each part whether planes cut it, while there are any', async () => {
  const { page, expectClean } = await open({ path: '/#/head?~plane=1,0,0,0' })
  await showsPicture(page, 'A scene of')
  const cut = await lookWhenStill(page)
  await button(page, 'Cut Skull with its skin').click()
  await hasLink(page, '#/head?~parts=skull:whole&~plane=1,0,0,0')
  expect((await lookWhenStill(page)).equals(cut)).toBe(false)
  expectClean()
})

it('saves one part in a form of its kind', async () => {
  const { page, expectClean } = await open({ path: '/#/head' })
  await showsPicture(page, 'A scene of')
  await button(page, 'Download').click()
  await page.getByLabel('Of which part').selectOption('skull')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^STL/ }).click()
  const file = await saved
  const bytes = await readFile(await file.path())
  expect(file.suggestedFilename()).toBe('head skull.stl')
  expect(bytes.readUInt32LE(80)).toBe(bytes.length / 50 - 84 / 50)
  expectClean()
})

it('measures from one part to another, and says both', async () => {
  const { page, expectClean } = await open({ path: '/#/head?~parts=scan:off,skull:on:1' })
  await showsPicture(page, 'A scene of')
  await button(page, 'Measure a distance').click()
  const box = await page.locator('.stage canvas').boundingBox()
  if (!box) throw new Error('There is a picture.')
  const spots: [number, number][] = [[box.x + box.width / 2, box.y + box.height / 2]]
  // The end of the vessels stands out of the skull: found as a person would, by what the page says there.
  for (let x = 0.6; x < 0.99 && spots.length < 2; x += 0.005)
    for (let y = 0.1; y < 0.6 && spots.length < 2; y += 0.02) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y)
      const says = (await page.locator('.read-out').allTextContents()).join()
      if (says.startsWith('Vessels')) spots.push([box.x + box.width * x, box.y + box.height * y])
    }
  for (const [x, y] of spots) await page.mouse.click(x, y)
  const measured = await page.locator('.measured').textContent()
  expect(measured).toMatch(/^Skull with its skin – Vessels: \d/)
  expectClean()
})
