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

describe('the page draws as the host', () => {
  it.each(sample(Object.keys(scenes), 4))('%s', async (name) => {
    await show(name)
    const found = compareColors(await shoot(), draw(name))
    const near = found.filter((difference) => difference <= 2).length / found.length
    if (process.env.DUMP) await dump(name, found, await shoot(), draw(name))
    console.log(name, near.toFixed(4), Math.max(...found).toFixed(1))
    expect(near).toBeGreaterThanOrEqual(0.99)
  })
})

async function dump(name: string, found: Float64Array, one: Float64Array, other: Float64Array) {
  const { encode } = await import('fast-png')
  const { writeFileSync, mkdirSync } = await import('node:fs')
  mkdirSync('/tmp/truth', { recursive: true })
  const data = new Uint8Array(3 * size * size * 3)
  for (let y = 0; y < size; y++) for (let x = 0; x < size; x++) for (let c = 0; c < 3; c++) {
    const i = y * size + x
    data[3 * (y * 3 * size + x) + c] = one[3 * i + c] ?? 0
    data[3 * (y * 3 * size + size + x) + c] = other[3 * i + c] ?? 0
    data[3 * (y * 3 * size + 2 * size + x) + c] = Math.min(255, 30 * (found[i] ?? 0))
  }
  writeFileSync(`/tmp/truth/${name.replaceAll(' ', '-')}.png`, encode({ width: 3 * size, height: size, data, channels: 3, depth: 8 }))
}
