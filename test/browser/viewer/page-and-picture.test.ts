/**
 * The picture on the page beside the one of the host, in one size, for every kind of result and every
 * orientation of a volume: the same front, side, zoom, window and ground. The phantoms are made by the test;
 * no golden says how they look, only that both look alike.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeSpecimen } from '../../support/probe-bundle.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { useBrowser } from '../use-browser.ts'
import { type OpenViewer, openViewer } from './open-viewer.ts'
import { type PictureColors, readColors } from './picture-colors.ts'
import { addComputed, computed, files } from './results-of-all-kinds.ts'
import { follow, lookWhenStill, showsPicture } from './specimen-page.ts'

/** Pixels along the sides of the stage, which is square as the content's part of a picture is. */
const edge = 320
/** Pixels along the sides of a cell, within which edges and noise are averaged. */
const cell = 8
/**
 * The root of the mean square of the differences of cells, of red, green and blue from 0 to 1. Measured: at
 * most 0.006 for meshes and images, 0.011 for points, labels and volumes, 0.02 where the window of a volume
 * is steep, so that each step along a ray shows; 0.03 to 0.12 from 5 % nearer or farther.
 */
const tolerance = 0.025

const browser = useBrowser()
let viewer: OpenViewer
let page: Page

beforeAll(async () => {
  const specimens = mkdtempSync(join(tmpdir(), 'heads-'))
  temporaryFolders.push(specimens)
  for (const [id, bytes] of Object.entries(files)) {
    const words = { display_name: id, type: 'volume', data_file: 'head.nii' }
    writeSpecimen(specimens, id, words, { 'head.nii': bytes })
  }
  viewer = await openViewer(browser(), { options: { specimens }, prepare: addComputed })
  page = viewer.page
})
afterAll(async () => await viewer?.close())

/** Returns a picture as from so many times as near, or as in a mirror for a factor below 0. */
function approach(
  { width, height, rgb }: PictureColors,
  across: number,
  down = Math.abs(across),
): PictureColors {
  const move = (at: number, side: number, factor: number): number => {
    const moved = Math.floor(side / 2 + (at + 0.5 - side / 2) / factor)
    return Math.max(0, Math.min(side - 1, moved))
  }
  const moved = new Uint8Array(rgb.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = 3 * (move(y, height, down) * width + move(x, width, across))
      moved.set(rgb.subarray(from, from + 3), 3 * (y * width + x))
    }
  return { width, height, rgb: moved }
}

/** Returns the mean colours of the cells, from 0 to 1. */
function summarise({ width, height, rgb }: PictureColors): Float64Array {
  const [columns, rows] = [Math.floor(width / cell), Math.floor(height / cell)]
  const sums = new Float64Array(3 * columns * rows)
  for (let y = 0; y < rows * cell; y++)
    for (let x = 0; x < columns * cell; x++) {
      const to = 3 * (Math.floor(y / cell) * columns + Math.floor(x / cell))
      const from = 3 * (y * width + x)
      for (let c = 0; c < 3; c++) sums[to + c] = (sums[to + c] ?? 0) + (rgb[from + c] ?? 0) / 255 / cell ** 2
    }
  return sums
}

function distance(one: PictureColors, other: PictureColors): number {
  const [first, second] = [summarise(one), summarise(other)]
  return Math.sqrt(first.reduce((sum, part, i) => sum + (part - (second[i] ?? 0)) ** 2, 0) / first.length)
}

/** Returns the colour of the ground, as in a corner. */
function readGround({ width, rgb }: PictureColors): readonly number[] {
  return Array.from(rgb.subarray(3 * (width + 1), 3 * (width + 2)))
}

/** Opens a specimen on a square stage; returns its picture without the texts over it. */
async function look(id: string): Promise<PictureColors> {
  await follow(page, `${id}?~axes=0&~slices=none`)
  await page.getByRole('heading', { name: id, exact: true }).first().waitFor()
  await showsPicture(page, 'A')
  await makeStageSquare()
  await setStyle(
    'body :not(:has(.stage-canvas), .stage-canvas, .stage-canvas *) { visibility: hidden !important }',
  )
  const picture = readColors(await lookWhenStill(page))
  await setStyle('')
  return picture
}

async function setStyle(rules: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    document.adoptedStyleSheets = [sheet]
  }, rules)
}

async function makeStageSquare(): Promise<void> {
  const stage = page.locator('.stage canvas')
  await expect
    .poll(async () => {
      const box = await stage.boundingBox()
      const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
      if (!box) return []
      const [right, down] = [edge - Math.round(box.width), edge - Math.round(box.height)]
      if (right !== 0 || down !== 0)
        await page.setViewportSize({ width: width + right, height: height + down })
      return [right, down]
    })
    .toEqual([0, 0])
}

/** Returns the host's picture in the size of another, whose edges may lie between pixels of the screen. */
async function draw(id: string, { width, height }: PictureColors, view = ''): Promise<PictureColors> {
  const query = `width=${width}&height=${height}&view=${encodeURIComponent(view)}`
  const answer = await fetch(`${viewer.url}/api/specimens/${id}/picture?${query}`)
  expect(answer.status).toBe(200)
  return readColors(await answer.bytes())
}

describe('the page and the host draw one picture of', () => {
  it.each([...Object.keys(computed), ...Object.keys(files)])('%s', async (id) => {
    const seen = await look(id)
    const drawn = await draw(id, seen)
    expect(readGround(seen)).toEqual(readGround(drawn))
    const found = distance(seen, drawn)
    expect(found).toBeLessThan(tolerance)
    const others = [approach(drawn, 1.05), approach(drawn, 1 / 1.05), approach(drawn, -1)]
    for (const other of others) expect(found).toBeLessThan(distance(seen, other) / 2)
  })

  it.each([
    ['mesh-with-scalars', ['camera=1,0.1,1', 'window=-20,40', 'colormap=inferno']],
    ['head-in-LAS', ['camera=1,0.1,0', 'window=40,80', 'rendering=maximum', 'slabs=0,0.5,0,1,0,1']],
  ])('%s by one front, window, colormap and way of drawing', async (id, changes) => {
    const seen = await look(id)
    for (const change of changes)
      expect(distance(seen, await draw(id, seen, change)), change).toBeGreaterThan(1.5 * tolerance)
  })
})
