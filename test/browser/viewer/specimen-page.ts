/** What a person does and sees on the page of a specimen. */
import { readFile } from 'node:fs/promises'
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'

/** A stage on which the last result is drawn, sharply. */
const drawnStage = '.stage.is-drawn:not([aria-busy="true"])'

/** Resolves when the picture shows what is said so, or begins so: it is drawn, not only there. */
export async function showsPicture(page: Page, says: string): Promise<void> {
  await page.locator(`${drawnStage}[role=application][aria-label^="${says}"]`).waitFor()
}

/**
 * Moves the pointer over the middle of the picture and returns what the page says of it; '' for nothing
 * yet.
 */
export async function readMiddle(page: Page): Promise<string> {
  const box = await page.locator('.stage canvas').boundingBox()
  if (!box) return ''
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x + 1, y) // a pointer that stands still says nothing of a picture that comes later
  await page.mouse.move(x, y)
  return (await page.locator('.read-out').allTextContents()).join()
}

/** Follows a link in the page: to a fragment, given without `#/`. */
export async function follow(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/${fragment}`)
}

/**
 * Drags a slider through twenty values from its low end to its high one; `before` is awaited before it is
 * let go.
 */
export async function dragToEnd(page: Page, name: RegExp, before: () => Promise<void>): Promise<void> {
  const box = await page.getByRole('slider', { name }).boundingBox()
  if (!box) throw new Error('The slider is not on the page.')
  const [y, left] = [box.y + box.height / 2, box.x + 8]
  await page.mouse.move(left, y)
  await page.mouse.down()
  for (let i = 1; i <= 20; i++) await page.mouse.move(left + (i * (box.width - 16)) / 20, y)
  await before()
  await page.mouse.up()
}

/** Returns the picture as a PNG, faded in and without the texts beside it. */
export async function look(page: Page): Promise<Buffer> {
  return await page
    .locator(`${drawnStage} .stage-canvas canvas`)
    .screenshot({ animations: 'disabled', mask: [page.locator('.legend')] })
}

/** Returns the picture when the camera has come to rest: it glides to where it was turned. */
export async function lookWhenStill(page: Page): Promise<Buffer> {
  for (let seen = await look(page); ; ) {
    const last = seen
    seen = await look(page)
    if (seen.equals(last)) return seen
  }
}

/** Saves something under its name in the download menu; returns its file name and bytes. */
export async function download(page: Page, name: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const file = await saved
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** Returns how many different colours a picture has. */
export function countColors(png: Uint8Array): number {
  const { data, channels } = decode(png)
  const colors = new Set<string>()
  for (let i = 0; i < data.length; i += channels) colors.add(data.slice(i, i + channels).join())
  return colors.size
}
