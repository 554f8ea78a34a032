/** Slices and colour bar in a page: what pointer, wheel and keys do, and what is said about it. */
import type { Locator } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBarriers } from '../find-barriers.ts'
import { useBrowser } from '../use-browser.ts'
import { type Harness, openHarness } from './harness/open-harness.ts'
import { setTextSize } from './main-pages.ts'

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
    for (let i = 0; i < 2; i++) await page.keyboard.press('Tab') // the button comes first
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
      const [width, height] = [canvas?.width ?? 0, canvas?.height ?? 0]
      const image = canvas?.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      const at = (x: number, y: number): number[] => {
        const pixel = Math.floor(((y + 0.5) / 40) * height) * width + Math.floor(((x + 0.5) / 40) * width)
        return Array.from(image.slice(4 * pixel, 4 * pixel + 4))
      }
      return { width, middle: at(16, 21), edge: at(0, 0), hole: at(30, 30) }
    })
    expect(pixels.width).toBeGreaterThanOrEqual(40)
    expect(pixels.hole[3]).toBe(0)
    expect(pixels.edge).toEqual([0x44, 0x01, 0x54, 255])
    expect(pixels.middle[1]).toBeGreaterThan(180) // the yellow end of viridis
  })

  it('become large and small again by button, key and double click, and keep the focus', async () => {
    const { page } = harness
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const small = await slice('xz').boundingBox()
    await button('Enlarge xz').click()
    await expect.poll(async () => await button('Shrink xz').count()).toBe(1)
    const large = await slice('xz').boundingBox()
    expect(large?.height).toBeGreaterThan(1.2 * (small?.height ?? 0))
    expect(await slice('xz').evaluate((node) => node === document.activeElement)).toBe(true)
    expect(await page.getByRole('group', { name: /Enter shrinks it/ }).count()).toBe(1)
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(async () => await button('Enlarge xz').count()).toBe(1)
    expect(await slice('xz').evaluate((node) => node === document.activeElement)).toBe(true)
    await slice('yz').dblclick()
    await expect.poll(async () => await button('Shrink yz').count()).toBe(1)
  })

  it('are zoomed by keys and the wheel, move with the crosshair, and show all again', async () => {
    const { page } = harness
    const whole = page.getByRole('button', { name: /show all/ })
    await slice('xy').focus()
    for (const key of ['+', '+', '+', '+']) await page.keyboard.press(key)
    await expect.poll(async () => await whole.textContent()).toBe('Zoom 2.4×: show all')
    const column = slice('xy').locator('.slice-column')
    for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(readOut).toMatch(/Sample 39, /)
    expect(await column.count()).toBe(1)
    await page.keyboard.press('0')
    await expect.poll(async () => await whole.count()).toBe(0)
    await slice('xy').hover()
    await page.keyboard.down('Control')
    await page.mouse.wheel(0, -100)
    await page.keyboard.up('Control')
    await whole.click()
    await expect.poll(async () => await whole.count()).toBe(0)
  })

  it('have anatomical names, sides and a ruler where these are known', async () => {
    const { page } = harness
    await page.evaluate('showSlices("anisotropic", {}, { unit: "mm", orientation: "LPS" })')
    const name = /^Axial at [zSI] \S+ mm.*, value .*L to R from left to right, P to A upwards/
    await expect.poll(async () => await page.getByRole('group', { name }).count()).toBe(1)
    expect(await slice('Coronal').textContent()).toBe('LRIS5 mm')
    const ruler = await slice('Axial').getByRole('img', { name: 'Scale bar: 5 mm' }).boundingBox()
    const box = await slice('Axial').boundingBox()
    expect((ruler?.width ?? 0) / (box?.width ?? 1)).toBeCloseTo(5 / 20, 1)
    await slice('Axial').focus()
    await page.keyboard.press('ArrowRight') // to the right of the patient, where x is smaller
    await expect.poll(readOut).toMatch(/Sample 19, /)
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

describe('the numbers of the colour bar', () => {
  it.each([
    ['a phone', 384, 100],
    ['a narrow view', 200, 100],
    ['its least width', 128, 100],
    ['large text', 384, 200],
  ])('keep a distance from each other at %s', async (_, width, percent) => {
    const { page } = harness
    const row = page.locator('.color-bar-ticks')
    for (const display of [
      { scale: 'linear', window: [-1234.5, 0.0001234] },
      { scale: 'linear', window: [0, 100] },
      { scale: 'log', window: [1.234e-7, 9.876e-4] },
    ]) {
      await page.evaluate(`showSlices("int16", ${JSON.stringify(display)})`)
      await setTextSize(page, percent)
      await page.locator('.color-bar').evaluate((bar, wide) => {
        bar.style.width = `${wide}px`
      }, width)
      await expect.poll(async () => await findTouching(row)).toEqual([])
      const shown = await row.locator('span:visible').count()
      expect(shown, `${display.window}`).toBeGreaterThanOrEqual(2)
      expect(await row.locator('i:visible').count()).toBe(shown)
    }
  })

  it('are there again when the bar becomes wider', async () => {
    const { page } = harness
    await page.evaluate('showSlices("int16", { window: [-1000, 2000] })')
    const setWidth = async (width: number) =>
      await page.locator('.color-bar').evaluate((bar, wide) => {
        bar.style.width = `${wide}px`
      }, width)
    const shown = page.locator('.color-bar-ticks span:visible')
    await setWidth(128)
    await expect.poll(async () => await shown.allInnerTexts()).toEqual(['-1000', '0', '2000'])
    await setWidth(400)
    await expect.poll(async () => await shown.allInnerTexts()).toEqual(['-1000', '0', '1000', '2000'])
  })
})

/** Returns the texts of a row that are nearer to the one before than 5 pixels. */
async function findTouching(row: Locator): Promise<string[]> {
  return await row.evaluate((element) => {
    const shown = [...element.querySelectorAll('span')].filter((span) =>
      span.checkVisibility({ visibilityProperty: true }),
    )
    return shown.flatMap((span, i) => {
      const before = shown[i - 1]?.getBoundingClientRect().right ?? Number.NEGATIVE_INFINITY
      return span.getBoundingClientRect().left < before + 5
        ? [`${shown[i - 1]?.textContent} ${span.textContent}`]
        : []
    })
  })
}

describe('a slice under a finger', () => {
  it('becomes large and small again by taps, and keeps its crosshair', async () => {
    const touch = await openHarness(browser(), 'slices-page.tsx', {
      viewport: { width: 390, height: 700 },
      hasTouch: true,
      isMobile: true,
    })
    const { page } = touch
    await page.evaluate('showSlices("anisotropic")')
    await page.getByRole('group', { name: /^xz at/ }).tap()
    await expect.poll(async () => await page.getByRole('button', { name: 'Shrink xz' }).count()).toBe(1)
    expect(await page.locator('.slices-value').textContent()).toMatch(/Sample 20, 15, 5/)
    await page.getByRole('group', { name: /^xz at/ }).tap()
    await expect.poll(async () => await page.getByRole('button', { name: 'Enlarge xz' }).count()).toBe(1)
    touch.expectClean()
    await touch.close()
  })
})
