/** The main pages for everybody: screen readers, fingers, large text, right to left, few colours, and paper. */
import { join } from 'node:path'
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../../build/temporary-plugins.ts'
import { exportSite, openPage, servePlain } from '../exported-site.ts'
import { findBarriers } from '../find-barriers.ts'
import { useBrowser } from '../use-browser.ts'
import {
  findSmallTargets,
  mainPages,
  measureOverflow,
  measureStretch,
  registerMain,
  setTextSize,
  turnAround,
} from './main-pages.ts'
import { useViewer } from './use-viewer.ts'

const browser = useBrowser()
const open = useViewer({ prepare: registerMain })

async function openMain(fragment: string, part: string): Promise<Page> {
  const { page } = await open({
    path: `/#/${fragment}`,
    // A known person is not asked for a name, which would stand over the page.
    arrange: (opened) =>
      opened.addInitScript(() => localStorage.setItem('specimen person', '{"name":"Ada","color":"#4f8ff0"}')),
  })
  await page.locator(part).first().waitFor()
  return page
}

/** Expects of a page what all of them are for everybody. */
async function expectForEverybody(page: Page): Promise<void> {
  expect(await findBarriers(page)).toEqual([])
  expect(await findSmallTargets(page)).toEqual([])
  await turnAround(page)
  expect(await findBarriers(page)).toEqual([])
  expect(await measureOverflow(page)).toBe(0)
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
  await setTextSize(page, 200)
  expect(await measureOverflow(page)).toBe(0)
  expect(await findBarriers(page)).toEqual([])
  await setTextSize(page, 100)
  await page.emulateMedia({ forcedColors: 'active' })
  // Colours are then the system's, and axe sees those of the page.
  const barriers = await findBarriers(page)
  expect(barriers.filter((barrier) => !barrier.startsWith('color-contrast'))).toEqual([])
  await page.emulateMedia({ forcedColors: 'none' })
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await measureOverflow(page)).toBe(0)
  expect(await findSmallTargets(page)).toEqual([])
}

describe('for everybody is', () => {
  it.each(mainPages)('%s', async (_name, fragment, part) => {
    await expectForEverybody(await openMain(fragment, part))
  })

  it('an exported page', async () => {
    const plugin = `import type { Integer, Mesh, Range } from 'specimen-host/plugin'
/** A fan. It has triangles. */
export function fan(triangles: Integer & Range<3, 9> = 5): Mesh {
  return { vertices: Float32Array.of(0, 0, 0, triangles, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
}
`
    const folder = createFolder({ 'plugins/fan.ts': plugin })
    await exportSite(folder, 'site')
    const { url } = await servePlain(join(folder, 'site'))
    const { page } = await openPage(browser(), `${url}#/fan`)
    await page.locator('.is-drawn').waitFor()
    await expectForEverybody(page)
  })
})

describe('right to left', () => {
  it('has sliders that are filled from the right, and texts of authors in their own direction', async () => {
    const page = await openMain('tent', '.is-drawn')
    await turnAround(page)
    const slider = page.getByRole('slider', { name: 'Cells' })
    const readPixels = async (...fractions: readonly number[]): Promise<readonly (readonly number[])[]> => {
      const { data, width, height, channels } = decode(await slider.screenshot())
      return fractions.map((fraction) => {
        const at = (Math.floor(height / 2) * width + Math.floor(fraction * width)) * channels
        return [...data.slice(at, at + 3)]
      })
    }
    // At 3 of 2 to 12 the knob stands at a tenth of the way from the right.
    const filled = [0x0b, 0x6e, 0x69]
    const empty = [0x88, 0x8d, 0x95]
    await expect.poll(() => readPixels(0.98, 0.3)).toEqual([filled, empty])
    const text = page.locator('.panel-description', { hasText: 'שלום' })
    expect(await text.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true)
    expect(await page.locator('.specimen-lead p').evaluate((element) => element.matches(':dir(ltr)'))).toBe(
      true,
    )
    const tools = await page.getByRole('toolbar', { name: 'Picture' }).boundingBox()
    const picture = await page.locator('.stage').boundingBox()
    expect(tools?.x).toBeGreaterThan(picture?.x ?? Infinity)
  })
})

describe('text twice as large', () => {
  it('leaves the picture most of the window, and cube and scale bar their size', async () => {
    const page = await openMain('tent', '.is-drawn')
    const measure = async (part: string) => await page.locator(part).boundingBox()
    const cube = await measure('.view-cube-turned')
    await setTextSize(page, 200)
    await expect.poll(async () => (await measure('.stage'))?.height).toBe(0.6 * 800)
    expect((await measure('.stage'))?.width).toBe(1280)
    expect((await measure('.view-cube-turned'))?.height).toBeLessThan(1.2 * (cube?.height ?? 0))
    await page.setViewportSize({ width: 1280, height: 460 })
    await page.locator('.view-cube-turned').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Top' }).click()
    await expect.poll(() => page.url()).toMatch(/~camera=/)
  })
})

describe('under a finger', () => {
  it('the cube is one button, whose menu has the sides', async () => {
    const { page } = await open({
      path: '/#/tent',
      context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    })
    await page.locator('.is-drawn').waitFor()
    await page.getByRole('button', { name: 'Views' }).tap()
    const side = page.getByRole('button', { name: 'Front' })
    expect((await side.boundingBox())?.height).toBeGreaterThanOrEqual(40)
    await side.tap()
    await expect.poll(() => page.url()).toMatch(/~camera=/)
    // Picture and tools stay, and leave more than half of the screen to the panel.
    const picture = await page.locator('.specimen-picture').boundingBox()
    expect(picture?.height).toBeLessThan(0.5 * 844)
  })
})

describe('few colours', () => {
  it('show by those of the system which tool is on, and how far a slider is', async () => {
    const page = await openMain('tent', '.is-drawn')
    await page.emulateMedia({ forcedColors: 'active' })
    const box = page.getByRole('button', { name: 'Bounding box' })
    const readGround = () => box.evaluate((element) => getComputedStyle(element).backgroundColor)
    const before = await readGround()
    await box.click()
    await expect.poll(readGround).not.toBe(before)
    const { data, channels } = decode(await page.getByRole('slider', { name: 'Cells' }).screenshot())
    const colors = new Set<string>()
    for (let i = 0; i < data.length; i += channels) colors.add(data.slice(i, i + 3).join())
    expect(colors.size).toBeGreaterThan(2)
  })
})

describe('on paper', () => {
  it.each(mainPages.filter(([, , part]) => part === '.is-drawn'))(
    '%s is the title, the picture as it is, and the parameters, without tools',
    async (_name, fragment, part) => {
      const page = await openMain(fragment, part)
      const before = await measureStretch(page.locator('.stage canvas'))
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width: 794, height: 1123 }) // A4
      await expect.poll(() => page.locator('.toolbar').isVisible()).toBe(false)
      expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
      expect(await page.getByRole('textbox', { name: 'Cells' }).inputValue()).toBe('3')
      expect(await page.getByRole('textbox', { name: 'Cells' }).isVisible()).toBe(true)
      expect(await measureStretch(page.locator('.stage canvas'))).toBeCloseTo(before, 2)
      const picture = await page.locator('.stage canvas').boundingBox()
      expect(picture?.width).toBeGreaterThan(500)
      expect((picture?.x ?? 0) + (picture?.width ?? Infinity)).toBeLessThanOrEqual(794)
      const above = await page
        .locator('.specimen-picture > *, .slices-strip > *')
        .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().bottom)))
      expect((await page.locator('.side').boundingBox())?.y).toBeGreaterThanOrEqual(above - 1)
      const pressed = page.locator('button:visible, input[type="range"]:visible, a.icon-button:visible')
      expect(await pressed.count()).toBe(0)
    },
  )
})
