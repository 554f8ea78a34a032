/** Slices and colour bar in a page: what pointer, wheel and keys do, and what is said about it. */
import type { Locator } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from '../find-barriers.ts'
import { useBrowser } from '../use-browser.ts'
import { type Harness, openHarness } from './harness/open-harness.ts'

const browser = useBrowser()
let harness: Harness
beforeEach(async () => {
  harness = await openHarness(browser(), 'slices-page.tsx', { viewport: { width: 900, height: 600 } })
  await harness.page.evaluate('showSlices("anisotropic")')
})
afterEach(async () => {
  harness.expectClean()
  await harness.close()
})

const slice = (name: string): Locator => harness.page.getByRole('group', { name: new RegExp(`^${name} at`) })
const readOut = async (): Promise<string | null> => await harness.page.locator('.slices-value').textContent()

describe('slices', () => {
  it('are as long and high as the box, whatever the number of samples', async () => {
    const sizes = await Promise.all(['xy', 'xz', 'yz'].map(async (name) => await slice(name).boundingBox()))
    // The box is 20 × 15 × 20.
    const ratios = sizes.map((size) => (size?.width ?? 0) / (size?.height ?? 1))
    for (const [i, ratio] of [20 / 15, 1, 15 / 20].entries()) expect(ratios[i]).toBeCloseTo(ratio, 1)
  })

  it('move the crosshair to where somebody presses and drags', async () => {
    const { page } = harness
    const box = await slice('xy').boundingBox()
    if (!box) throw new Error('The slice is not there.')
    await page.mouse.move(box.x + 0.26 * box.width, box.y + 0.26 * box.height)
    await page.mouse.down()
    await expect.poll(readOut).toMatch(/Sample 10, 22, 5/)
    await page.mouse.move(box.x + 0.51 * box.width, box.y - 50)
    await expect.poll(readOut).toMatch(/Sample 20, 29, 5/)
    await page.mouse.up()
    await page.mouse.move(box.x, box.y)
    expect(await readOut()).toMatch(/Sample 20, 29, 5/)
  })

  it('go through the volume with the wheel', async () => {
    await slice('xz').hover()
    await harness.page.mouse.wheel(0, 100)
    await expect.poll(readOut).toMatch(/Sample 20, 13, 5/)
    await harness.page.mouse.wheel(0, -60)
    await expect.poll(readOut).toMatch(/Sample 20, 14, 5/)
  })

  it('can be used by keys alone, and say where they are and what is there', async () => {
    const { page } = harness
    await page.keyboard.press('Tab')
    await expect
      .poll(async () => await slice('xy').evaluate((node) => node === document.activeElement))
      .toBe(true)
    for (const key of ['ArrowLeft', 'ArrowUp', 'PageDown']) await page.keyboard.press(key)
    await expect.poll(readOut).toMatch(/Sample 19, 16, 4/)
    expect(await slice('xy').getAttribute('aria-label')).toMatch(/^xy at z 15, value 0\.\d+\. Arrow keys/)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowRight')
    await expect.poll(readOut).toMatch(/Sample 19, 16, 5/)
  })

  it('draw what is there in its colour', async () => {
    await harness.page.evaluate('showSlices("holes", { slices: [0.4, 0.45, 0.45] })')
    const pixels = await slice('xy').evaluate((node) => {
      const canvas = node.querySelector('canvas')
      const image = canvas?.getContext('2d')?.getImageData(0, 0, 40, 40).data ?? []
      const at = (x: number, y: number): number[] =>
        Array.from(image.slice(4 * (y * 40 + x), 4 * (y * 40 + x) + 4))
      return { middle: at(16, 21), edge: at(0, 0), hole: at(30, 30) }
    })
    expect(pixels.hole[3]).toBe(0)
    expect(pixels.edge).toEqual([0x44, 0x01, 0x54, 255])
    expect(pixels.middle[1]).toBeGreaterThan(180) // the yellow end of viridis
  })

  it('and the colour bar have no serious findings of axe', async () => {
    expect(await findBarriers(harness.page)).toEqual([])
  })
})

describe('the colour bar', () => {
  it('has round numbers where their colours are', async () => {
    const { page } = harness
    await page.evaluate('showSlices("int16", { window: [-1000, 2000] })')
    await expect
      .poll(async () => await page.locator('.color-bar-ticks span').allInnerTexts())
      .toEqual(['-1000', '0', '1000', '2000'])
    const bar = await page.locator('.color-bar canvas').boundingBox()
    const mark = await page.locator('.color-bar-ticks i').nth(1).boundingBox()
    expect(((mark?.x ?? 0) - (bar?.x ?? 0)) / (bar?.width ?? 1)).toBeCloseTo(1 / 3, 2)
    expect(await page.getByRole('img', { name: 'Colour bar from -1000 to 2000' }).count()).toBe(1)
  })
})
