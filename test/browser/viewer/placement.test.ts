/**
 * A placement of what is drawn, beside the same content with all its coordinates written as the placement maps
 * them: whatever the stage draws, cuts, measures and picks is the same.
 */
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useBrowser } from '../use-browser.ts'
import { openStage } from './harness/open-stage.ts'

const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openStage(browser())
  page = opened.page
  faults = opened.faults
})
beforeEach(async () => void (await page.evaluate('Object.assign(globalThis, tools.open(192, 144))')))
afterEach(async () => {
  await page.evaluate('stage.dispose()')
  expect(faults).toEqual([])
})

/** x becomes -2 y + 10, y becomes 2 x, z becomes -2 z: turned, mirrored, twice as large, and moved. */
const setUp = `
  const placement = { columns: [[0, 2, 0], [-2, 0, 0], [0, 0, -2]], start: [10, 0, 0] }
  const map = ([x, y, z]) => [10 - 2 * y, 2 * x, -2 * z]
  const mapAll = (places) => Float32Array.from({ length: places.length / 3 }, (_, i) => i)
    .reduce((all, i) => (all.set(map(places.subarray(3 * i, 3 * i + 3)), 3 * i), all), new Float32Array(places.length))
  // One form of it: a wedge, which no turn and no mirror maps to itself.
  const wedge = { type: 'mesh',
    vertices: Float32Array.of(0, 0, 0, 4, 0, 0, 0, 0, 2, 0, 1, 0), indices: Uint32Array.of(0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3) }
  const turnedWedge = { ...wedge, vertices: mapAll(wedge.vertices), indices: wedge.indices.toReversed() }
  const shape = [8, 10, 12]
  const data = Uint8Array.from({ length: 960 }, (_, i) => (i % 12 < 4 || (i / 120 | 0) < 2 ? 200 : 0))
  const volume = { type: 'volume', dtype: 'uint8', shape, data, origin: [0, 0, 0], spacing: [1, 1, 1] }
  // Sample (x, y, z) of the placed one is (9 - y, x, 7 - z) here.
  const turnedVolume = { ...volume, shape: [8, 12, 10], spacing: [2, 2, 2], origin: [-14, 0, -8],
    data: Uint8Array.from({ length: 960 }, (_, i) => data[(7 - (i / 120 | 0)) * 120 + (9 - i % 10) * 12 + (i / 10 | 0) % 12]) }
`

/** Returns both pictures, and what is under the pointer in both, the first mapped. */
async function drawBoth(placed: string, turned: string, displays: readonly [string, string]) {
  return await page.evaluate<{ pictures: string[]; hits: number[][]; spots: number[][] }>(`(async () => {
    ${setUp}
    const pictures = [], hits = [], spots = []
    const contents = [{ ...tools.prepare(${placed}), placement }, tools.prepare(${turned})]
    const displays = [${displays.map((display) => `tools.display({ axes: false, ${display} })`)}]
    for (const [i, content] of contents.entries()) {
      const toScene = i === 0 ? map : (place) => place
      const toOwn = i === 0 ? ([x, y, z]) => [y / 2, (10 - x) / 2, -z / 2] : (place) => place
      stage.clear()
      stage.apply(displays[i])
      await stage.show(content)
      stage.mark([[9, 1, -1], [6, 3, -2]].map(toOwn))
      pictures.push(await tools.toBase64(await stage.screenshot()))
      const hit = stage.pick(96, 72)
      hits.push(hit ? toScene(hit.place) : [])
      const { x, y } = stage.project(toOwn([9, 2, -1]))
      spots.push([x, y, stage.unitPixels * (i === 0 ? 1 : 2)])
    }
    return { pictures, hits, spots }
  })()`)
}

function countDifferent([one = '', other = '']: readonly string[]): number {
  const [first, second] = [one, other].map((text) => decode(Buffer.from(text, 'base64')).data)
  let count = 0
  for (let at = 0; at < (first?.length ?? 0); at += 4)
    if ([0, 1, 2, 3].some((part) => Math.abs((first?.[at + part] ?? 0) - (second?.[at + part] ?? 0)) > 24))
      count++
  return count
}

const pixels = 192 * 144

describe('a placement', () => {
  it.each<[string, string, string, readonly [string, string]]>([
    ['a mesh', 'wedge', 'turnedWedge', ["shading: 'flat'", "shading: 'flat'"]],
    [
      'a mesh that is cut',
      'wedge',
      'turnedWedge',
      ['slabs: [[0.2, 1], [0, 1], [0, 0.6]]', 'slabs: [[0, 1], [0.2, 1], [0.4, 1]]'],
    ],
    [
      'points',
      "({ type: 'point_cloud', points: wedge.vertices })",
      "({ type: 'point_cloud', points: turnedWedge.vertices })",
      ['pointScale: 6', 'pointScale: 6'],
    ],
    [
      'a volume in its light',
      'volume',
      'turnedVolume',
      ["rendering: 'isosurface', isovalue: [100]", "rendering: 'isosurface', isovalue: [100]"],
    ],
    [
      'a volume that is cut',
      'volume',
      'turnedVolume',
      ['slabs: [[0, 0.7], [0, 1], [0, 1]]', 'slabs: [[0, 1], [0, 0.7], [0, 1]]'],
    ],
  ])('draws and picks %s as written out', async (_, placed, turned, displays) => {
    const { pictures, hits, spots } = await drawBoth(placed, turned, displays)
    expect(countDifferent(pictures)).toBeLessThan(pixels / 100)
    expect(hits[0]).toEqual((hits[1] ?? []).map((part) => expect.closeTo(part, 1)))
    expect(spots[0]).toEqual((spots[1] ?? []).map((part) => expect.closeTo(part, 3)))
  })

  it('of another kind gives another picture', async () => {
    const { pictures } = await drawBoth('wedge', 'wedge', ['', ''])
    expect(countDifferent(pictures)).toBeGreaterThan(pixels / 20)
  })
})
