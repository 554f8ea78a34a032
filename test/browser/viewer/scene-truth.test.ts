/**
 * The page's picture of scenes beside the host's, which is the reference: what lies in, through and around
 * each other is seen in its place. Both look at the same box, and each compared pixel is the mean of sixteen
 * rays, because a browser without a graphics card has no smooth edges.
 */
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { drawInBox } from '../../../core/data/picture/draw-result.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'
import { sample } from '../../support/at-length.ts'
import { useBrowser } from '../use-browser.ts'
import { compareColors } from './color-difference.ts'
import { openStage } from './harness/open-stage.ts'
import { scenes, shrink } from './harness/scenes.ts'

/** Pixels along the sides of a compared picture, and of the page's for each. */
const [size, fine] = [100, 4]
/** The stage is as high as a usual page: lines have the same width on both then. */
const stageSize = 400
const ground = [0x1b, 0x1e, 0x25]

const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openStage(browser())
  page = opened.page
  faults = opened.faults
})
beforeEach(async () => {
  await page.evaluate((edge) => void Object.assign(globalThis, tools.open(edge, edge)), stageSize)
})
afterEach(async () => {
  await page.evaluate('stage.dispose()')
  expect(faults).toEqual([])
})

/** Shows a scene on the page, seen as by the host. */
async function show(name: string): Promise<void> {
  await page.evaluate(`(async () => {
    const { make, view = '' } = tools.scenes[${JSON.stringify(name)}]
    const prepared = tools.prepare(make())
    stage.apply(tools.readView(view, tools.display({ axes: false, colormap: null })), tools.shrink(prepared.bounds))
    await stage.show(prepared)
  })()`)
}

/** Returns the page's picture on the ground of the host's: three numbers a pixel, each the mean of several. */
async function shoot(edge = size, factor = fine): Promise<Float64Array> {
  const text = await page.evaluate(
    `stage.screenshot(${edge * factor}, ${edge * factor}).then(tools.toBase64)`,
  )
  const { data } = decode(Buffer.from(String(text), 'base64'))
  const seen = Float64Array.from({ length: (data.length / 4) * 3 }, (_, i) => {
    const at = 4 * Math.floor(i / 3)
    const alpha = (data[at + 3] ?? 0) / 255
    return (data[at + (i % 3)] ?? 0) * alpha + (ground[i % 3] ?? 0) * (1 - alpha)
  })
  return average(seen, edge, factor)
}

/** Returns `edge`² pixels, each the mean of `factor`². */
function average(fineColors: ArrayLike<number>, edge: number, factor: number): Float64Array {
  const means = new Float64Array(3 * edge * edge)
  for (let i = 0; i < fineColors.length; i++) {
    const pixel = Math.floor(i / 3)
    const [x, y] = [pixel % (edge * factor), Math.floor(pixel / edge / factor)]
    const to = 3 * (Math.floor(y / factor) * edge + Math.floor(x / factor)) + (i % 3)
    means[to] = (means[to] ?? 0) + (fineColors[i] ?? 0) / factor ** 2
  }
  return means
}

/** Returns the host's picture, of as many rays a pixel. */
function draw(name: string): Float64Array {
  const recipe = scenes[name]
  if (!recipe) throw new Error(`There is no scene ${name}.`)
  const result = recipe.make()
  const box = shrink(prepare(result).bounds)
  const words = { ...(recipe.view && { view: recipe.view }) }
  const edge = (size * fine) / 2
  return average(drawInBox({ result, words }, box, { width: edge, height: edge }).rgb, size, fine / 2)
}

/**
 * The part of the pixels that differ by no more than 2 (CIE 1976); 0.99 of all others. Of arrows the cones differ,
 * curved triangles of few pixels: 0.971, and 0.976 where the host lights each sample and not each pixel.
 */
const least: Readonly<Record<string, number>> = { 'arrows in a volume': 0.97 }

describe('the page draws as the host', () => {
  it.each(sample(Object.keys(scenes).toReversed(), 3))('%s', async (name) => {
    await show(name)
    const found = compareColors(await shoot(), draw(name))
    const near = found.filter((difference) => difference <= 2).length / found.length
    expect(near).toBeGreaterThanOrEqual(least[name] ?? 0.99)
  })
})
