/**
 * The picture of a specimen on the page beside its card and beside what `core/data/picture` draws: by structure,
 * not by pixels.
 */
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { type Client, createClient } from 'specimen-host/client'
import { describe, expect, it } from 'vitest'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { drawResult } from '../../../core/data/picture/draw-result.ts'
import { readColors } from './picture-colors.ts'
import { follow, lookWhenStill } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const ids = [
  'gearWheel',
  'hydrogenPhase',
  'earthquakes',
  'brain-mri',
  'gyroid-cell',
  'headSurface',
  'headVolume',
  'hydrogenDensity',
  'island',
  'mandelbulb',
  'minimalSolid',
  'minimalSurface',
  'parametricSurface',
  'precipitation',
  'reactionDiffusion',
  'stanford-bunny',
  'strangeAttractor',
]
/** Cells along a side of the square around the content. */
const cells = 10
/** The root of the mean square of the cells' differences, of red, green, blue and coverage from 0 to 1. */
const tolerance = 0.06

const open = useViewer({
  options: { plugins: 'dist/plugins', specimens: 'specimens' },
  context: { viewport: { width: 820, height: 480 } },
})

/** Returns red, green, blue and coverage of each cell; the content is what differs from the ground. */
function summarise(png: Uint8Array): Float64Array {
  const { width, height, rgb } = readColors(png)
  const ground = rgb.subarray(3 * (width + 1))
  const covers = (at: number): boolean => {
    for (let c = 0; c < 3; c++) if (Math.abs((rgb[at + c] ?? 0) - (ground[c] ?? 0)) > 9) return true
    return false
  }
  let reach = 0
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (covers(3 * (y * width + x)))
        reach = Math.max(reach, Math.abs(x + 0.5 - width / 2), Math.abs(y + 0.5 - height / 2))
  const sums = new Float64Array(cells * cells * 4)
  const counts = new Float64Array(cells * cells)
  const toCell = (offset: number): number => Math.floor(((offset / reach + 1) / 2) * cells)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [column, row] = [toCell(x + 0.5 - width / 2), toCell(y + 0.5 - height / 2)]
      if (column < 0 || row < 0 || column >= cells || row >= cells) continue
      const cell = row * cells + column
      const at = 3 * (y * width + x)
      counts[cell] = (counts[cell] ?? 0) + 1
      for (let c = 0; c < 3; c++) sums[4 * cell + c] = (sums[4 * cell + c] ?? 0) + (rgb[at + c] ?? 0) / 255
      if (covers(at)) sums[4 * cell + 3] = (sums[4 * cell + 3] ?? 0) + 1
    }
  }
  return sums.map((sum, i) => sum / (counts[i >> 2] || 1))
}

/** Of light and coverage; of `light` alone for dots, which cover by the size of a pixel. */
function distance(a: Uint8Array, b: Uint8Array, by: 'all' | 'light' = 'all'): number {
  const [first, second] = [a, b].map((png) => summarise(png).filter((_, i) => by === 'all' || i % 4 < 3))
  if (!first || !second) throw new Error('There are two pictures.')
  return Math.sqrt(first.reduce((sum, value, i) => sum + (value - (second[i] ?? 0)) ** 2, 0) / first.length)
}

/** Returns the picture on the page as it opens, without what stands over it. */
async function lookAt(page: Page): Promise<Uint8Array> {
  await page.locator('[role=application][aria-label^="A"]').waitFor()
  await page.evaluate(() => {
    const canvas = document.querySelector('.stage canvas')
    for (const element of document.querySelectorAll<HTMLElement>('body *'))
      if (element.contains(canvas)) element.style.background = '#1b1e25'
      else element.style.visibility = 'hidden'
  })
  return await lookWhenStill(page)
}

async function draw(client: Client, id: string, change: (view: string) => string = (view) => view) {
  const { view = '', axes } = await client.specimen(id)
  const result = await client.data(id, { decoded: true })
  if (result.type === 'file') throw new Error(`${id} is decoded`)
  return drawResult(result, { view: change(view), axes })
}

describe('a specimen looks alike', () => {
  it.each(ids)('on its card, on the page and in a picture of core/data/picture: %s', async (id) => {
    const { page, url } = await open({ path: `/#/${id}?~axes=0&~slices=none` })
    const client = createClient(url)
    const by = id === 'strangeAttractor' ? 'light' : 'all'
    const seen = await lookAt(page)
    const card = new Uint8Array(await (await client.thumbnail(id)).arrayBuffer())
    expect(distance(card, seen, by)).toBeLessThan(tolerance)
    expect(distance(await draw(client, id), seen, by)).toBeLessThan(tolerance)
  })

  it('only if camera, colours and what is cut away are the same', async () => {
    const { page, url } = await open({ path: '/#/hydrogenPhase?~axes=0' })
    const client = createClient(url)
    const seen = await lookAt(page)
    for (const change of ['camera=1,0.1,1', 'colormap=viridis', 'slabs=0,0.5,0,1,0,1', 'rendering=maximum'])
      expect(
        distance(await draw(client, 'hydrogenPhase', (view) => `${view} ${change}`), seen),
        change,
      ).toBeGreaterThan(tolerance)
  })

  it('in parallel projection, too', async () => {
    const id = 'gyroid-cell'
    const { page, url } = await open({ path: `/#/${id}?~axes=0&~projection=orthographic` })
    const client = createClient(url)
    const seen = await lookAt(page)
    const parallel = distance(await draw(client, id, (view) => `${view} projection=orthographic`), seen)
    expect(parallel).toBeLessThan(distance(await draw(client, id), seen) / 1.5)
    expect(parallel).toBeLessThan(tolerance)
  })

  it('with the hard edges of its author or of the link, in a picture of core/data/picture as well', async () => {
    const corners = [1, 1, -1, 1, -1, -1, 1, -1]
    const vertices = [-1, 1].flatMap((z) => [0, 2, 4, 6].flatMap((i) => [...corners.slice(i, i + 2), z]))
    const faces = [
      [3, 2, 1, 0],
      [4, 5, 6, 7],
      [0, 1, 5, 4],
      [1, 2, 6, 5],
      [2, 3, 7, 6],
      [3, 0, 4, 7],
    ]
    const box = {
      vertices: Float32Array.from(vertices),
      indices: Uint32Array.from(faces.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])),
    }
    const look = async (path: string) => {
      const { page, url } = await open({
        options: {},
        prepare: (host) => {
          host.registerSpecimen({ id: 'box' }, () => box, { returns: 'mesh' })
          host.registerSpecimen({ id: 'soft', view: 'creaseAngle=180' }, () => box, { returns: 'mesh' })
        },
        path: `/#/${path}`,
      })
      return { page, client: createClient(url), seen: await lookAt(page) }
    }
    const hard = await look('box?~axes=0')
    const soft = await look('soft?~axes=0')
    const linked = await look('box?~axes=0&~creaseAngle=180')
    expect(decode(linked.seen)).toEqual(decode(soft.seen))
    expect(decode(linked.seen)).not.toEqual(decode(hard.seen))
    await follow(hard.page, 'box?~axes=0&~creaseAngle=180')
    expect(decode(await lookWhenStill(hard.page))).toEqual(decode(soft.seen))
    const drawn = await draw(soft.client, 'soft')
    expect(distance(drawn, soft.seen)).toBeLessThan(tolerance)
    const drawnHard = await draw(soft.client, 'box')
    expect(distance(drawnHard, soft.seen)).toBeGreaterThan(2 * distance(drawn, soft.seen))
  })

  it('but for its creases where a graphics card draws, which are darker; nothing is lighter', async () => {
    const look = async (occlusion: string) => {
      const loaded = createDeferred<void>()
      const { page } = await open({
        path: `/#/minimalSolid?~axes=0&~occlusion=${occlusion}`,
        arrange: async (opened) =>
          opened.on('response', (response) => {
            if (/occlusion/.test(response.url())) loaded.resolve()
          }),
      })
      if (occlusion === 'on') await loaded.promise // the script of creases
      return decode(await lookAt(page)).data
    }
    const [plain, shaded] = [await look('off'), await look('on')]
    const changes = Array.from(shaded, (value, i) => value - (plain[i] ?? 0))
    expect(changes.filter((change) => change < -40).length).toBeGreaterThan(changes.length / 200)
    expect(changes.filter((change) => change > 2)).toEqual([])
  })
})
