/** The page of a specimen in a real browser: its picture, its panel, its jobs, its link. */
import { createRequire } from 'node:module'
import type { Browser, Locator, Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeProbe } from '../../support/probe-bundle.ts'
import { openBrowser } from '../open-browser.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'

const axe = createRequire(import.meta.url).resolve('axe-core')
let browser: Browser
let viewer: OpenViewer | undefined

beforeAll(async () => {
  browser = await openBrowser()
})
afterEach(async () => {
  await viewer?.close()
  viewer = undefined
})
afterAll(async () => await browser?.close())

/** A fan of as many triangles as are asked for. */
function fan(triangles: number): { readonly vertices: Float32Array; readonly indices: Uint32Array } {
  const rim = Array.from({ length: triangles + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / triangles
    return [Math.cos(angle), Math.sin(angle), 0.2 * i]
  })
  return {
    vertices: Float32Array.from([[0, 0, 1], ...rim].flat()),
    indices: Uint32Array.from(Array.from({ length: triangles }, (_, i) => [0, i + 1, i + 2]).flat()),
  }
}

const fanSchema = {
  type: 'object',
  properties: {
    triangles: { type: 'integer', default: 5, minimum: 3, maximum: 100 },
    detail: { type: 'integer', default: 90, minimum: 1, maximum: 90, preview: 2 },
  },
} as const

/** Every call of the fan, as the host has had it. */
const calls: (readonly [triangles: number, detail: number])[] = []

function registerFan(host: Host): void {
  calls.length = 0
  const run = (triangles: number, detail: number): ReturnType<typeof fan> => {
    calls.push([triangles, detail])
    return fan(triangles * detail)
  }
  host.registerSpecimen({ id: 'fan', displayName: 'A fan' }, run, { returns: 'mesh', schema: fanSchema })
}

const picture = (page: Page): Locator => page.getByRole('application')
const showsTriangles = async (page: Page, count: number): Promise<void> =>
  await picture(page)
    .and(page.locator(`[aria-label^="A mesh of ${count.toLocaleString('en')} triangle"]`))
    .waitFor()

describe('the page of a specimen', () => {
  it('shows the result of the defaults, without an error, a foreign request or a report of its policy', async () => {
    viewer = await openViewer(browser, { prepare: registerFan, path: '/#/fan' })
    await showsTriangles(viewer.page, 450)
    expect(await viewer.page.getByRole('heading', { level: 1 }).textContent()).toBe('A fan')
    expect(await viewer.page.title()).toBe('A fan · Specimens')
    viewer.expectClean()
  })

  it('computes coarsely while a value is dragged and fully when it is let go, the last value always', async () => {
    viewer = await openViewer(browser, { prepare: registerFan, path: '/#/fan' })
    const { page } = viewer
    await showsTriangles(page, 450)
    const slider = page.getByRole('slider', { name: /Triangles/ })
    const box = await slider.boundingBox()
    if (!box) throw new Error('The slider is not on the page.')
    const [y, left] = [box.y + box.height / 2, box.x + 8]
    await page.mouse.move(left, y)
    await page.mouse.down()
    for (let i = 1; i <= 20; i++) await page.mouse.move(left + (i * (box.width - 16)) / 20, y)
    await expect.poll(() => calls.some(([, detail]) => detail === 2)).toBe(true)
    await page.mouse.up()
    await showsTriangles(page, 9000)
    expect(calls.at(-1)).toEqual([100, 90])
    expect(calls.filter(([, detail]) => detail === 90)).toEqual([
      [5, 90],
      [100, 90],
    ])
    viewer.expectClean()
  })

  it('keeps everything in its link', async () => {
    viewer = await openViewer(browser, { prepare: registerFan, path: '/#/fan?triangles=7&~room=lab' })
    const { page } = viewer
    await showsTriangles(page, 630)
    await picture(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Bounding box' }).click()
    await expect.poll(() => page.url()).toMatch(/~camera=/)
    await expect.poll(() => page.url()).toMatch(/box/)
    const link = page.url()
    expect(link.length).toBeLessThan(160)
    const again = await page.context().newPage()
    await again.goto(link)
    await showsTriangles(again, 630)
    expect(await again.getByRole('button', { name: 'Bounding box' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    expect(again.url()).toBe(link)
    expect(await again.getByText('Room lab').count()).toBe(1)
    viewer.expectClean()
  })

  it('follows the address to other values and back', async () => {
    viewer = await openViewer(browser, { prepare: registerFan, path: '/#/fan' })
    const { page } = viewer
    await showsTriangles(page, 450)
    await page.evaluate(() => {
      location.hash = '#/fan?triangles=6'
    })
    await showsTriangles(page, 540)
    await page.goBack()
    await showsTriangles(page, 450)
    await page.getByRole('link', { name: 'All specimens' }).click()
    await page.getByRole('link', { name: /A fan/ }).click()
    await showsTriangles(page, 450)
    viewer.expectClean()
  })

  it('says what a function reports and ends its process on Cancel', async () => {
    const { plugins, specimens } = makeProbe()
    viewer = await openViewer(browser, { options: { plugins, specimens }, path: '/#/endless' })
    const { page, host } = viewer
    await page.getByText('going').first().waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(/Cancelled/).waitFor()
    // The one process of a bundle is free again: the next run would wait for it otherwise.
    const answer = await host.inject({ url: '/api/specimens/labels/data' })
    expect(answer.statusCode).toBe(200)
  })

  it('gives the function’s own words when it fails, and tries again', async () => {
    const { plugins, specimens } = makeProbe()
    viewer = await openViewer(browser, { options: { plugins, specimens }, path: '/#/failing' })
    const { page } = viewer
    await page.getByRole('alert').getByText('the sample is upside down').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').getByText('the sample is upside down').waitFor()
  })

  it('has no serious accessibility fault, light or dark, wide or narrow', async () => {
    viewer = await openViewer(browser, { prepare: registerFan, path: '/#/fan' })
    const { page } = viewer
    await showsTriangles(page, 450)
    await page.evaluate(await readAxe())
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 360]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 740 })
        expect(await findFaults(page)).toEqual([])
      }
    }
    await page.getByRole('button', { name: 'Measure a distance' }).click()
    await page.getByText('Click 2 places.').waitFor()
    for (const name of ['Copy the link', 'Download']) {
      await page.getByRole('button', { name }).click()
      expect(await findFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
  })
})

async function readAxe(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  return await readFile(axe, 'utf8')
}

/** Returns the serious findings, as `rule: element`. */
async function findFaults(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const { axe: run } = globalThis as unknown as {
      readonly axe: {
        run(): Promise<{
          violations: readonly { id: string; impact: string; nodes: readonly { html: string }[] }[]
        }>
      }
    } // the script that was put into the page
    const { violations } = await run.run()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
  })
}
