/** Lines, arrows and labels in a real browser, beside what a host draws. */
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { drawColors } from '../../../core/data/picture/draw-result.ts'
import type { Hit } from '../../../core/viewer/stage/hit.ts'
import { useBrowser } from '../use-browser.ts'
import { openStage } from './harness/open-stage.ts'

/** As high as a usual page: lines have the same width on both then. */
const size = 400
const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openStage(browser())
  page = opened.page
  faults = opened.faults
})
beforeEach(async () => {
  await page.evaluate((edge) => void Object.assign(globalThis, tools.open(edge, edge)), size)
})
afterEach(async () => {
  await page.evaluate('stage.dispose()')
  expect(faults).toEqual([])
})

type Member = string | Float32Array | Uint32Array | Uint8Array | readonly string[]

/** Returns the source of a result for the page. */
function toSource(result: object): string {
  const members = Object.entries(result).map(([name, value]: [string, Member]) =>
    ArrayBuffer.isView(value)
      ? `${name}: ${value.constructor.name}.of(${value.join()})`
      : `${name}: ${JSON.stringify(value)}`,
  )
  return `{ ${members.join(', ')} }`
}

/** Returns the colours of a picture on the ground of the host's, three bytes a pixel. */
async function draw(result: string, display = 'axes: false'): Promise<Uint8Array> {
  const text = await page.evaluate<string>(`(async () => {
    stage.apply(tools.display({ ${display} }))
    await stage.show(tools.prepare(${result}))
    return await tools.toBase64(await stage.screenshot())
  })()`)
  const { data } = decode(Buffer.from(text, 'base64'))
  const ground = [0x1b, 0x1e, 0x25]
  return Uint8Array.from({ length: 3 * size * size }, (_, i) => {
    const at = 4 * Math.floor(i / 3)
    const alpha = (data[at + 3] ?? 0) / 255
    return (data[at + (i % 3)] ?? 0) * alpha + (ground[i % 3] ?? 0) * (1 - alpha)
  })
}

/** The mean difference of two pictures in parts of white, of squares of ten pixels: edges are smooth in one. */
function compare(one: Uint8Array, other: Uint8Array): number {
  const cells = size / 10
  const sums = new Float64Array(3 * cells * cells)
  for (let i = 0; i < one.length; i++) {
    const pixel = Math.floor(i / 3)
    const cell = Math.floor(pixel / size / 10) * cells + Math.floor((pixel % size) / 10)
    const at = 3 * cell + (i % 3)
    sums[at] = (sums[at] ?? 0) + ((one[i] ?? 0) - (other[i] ?? 0)) / 100 / 255
  }
  return Math.max(...sums.map(Math.abs))
}

function makeSpiral(): Result {
  const places = Array.from({ length: 400 }, (_, i) => [Math.cos(i / 12), Math.sin(i / 12), i / 200])
  const scalars = Float32Array.from(places, (_, i) => i)
  const starts = Uint32Array.of(0, 150, 151, 300)
  return { type: 'lines', points: Float32Array.from(places.flat()), starts, scalars }
}

const axes = {
  type: 'arrows',
  points: new Float32Array(12),
  vectors: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.4, 0, 0, 0),
  colors: Uint8Array.of(229, 72, 77, 47, 158, 98, 59, 130, 246, 255, 255, 255),
} as const

describe('the page draws as a host', () => {
  const spiral = makeSpiral()
  it.each([
    ['lines', spiral, ''],
    ['wide lines of one colour', spiral, 'size=12 colors=plain color=terracotta'],
    ['clipped lines', spiral, 'slabs=0,0.6,0,1,0.2,1'],
    ['arrows', axes, ''],
    ['thick arrows of one colour, without light', axes, 'points=2 colors=plain color=sage shading=none'],
    ['clear arrows from the side', axes, 'mesh-opacity=0.5 camera=1,0.2,0.3'],
    ['the places of labels', { type: 'labels', points: axes.vectors, texts: ['', '', '', ''] }, ''],
  ] satisfies readonly (readonly [string, Result, string])[])('%s', async (_, result, view) => {
    const host = drawColors(result, { view: `colormap=viridis ${view}` }, { width: size, height: size })
    const display = await page.evaluate(
      (text) => JSON.stringify(tools.readView(text)),
      `colormap=viridis ${view}`,
    )
    const seen = await draw(toSource(result), `...${display}, axes: false`)
    expect(compare(host.rgb, seen)).toBeLessThan(0.12)
    expect(compare(host.rgb, new Uint8Array(seen.length).fill(30))).toBeGreaterThan(0.02)
  })
})

it('draws lines that go to the card in pieces as few', async () => {
  const points = 'Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 1)'
  const few = await draw(`{ type: 'lines', points: ${points}, scalars: Float32Array.of(0, 1, 2) }`)
  // All others are lines of one point.
  const many = await draw(`(() => {
    const points = new Float32Array(1_800_000).fill(0.5)
    points.set([0, 0, 0, 1, 0, 0, 1, 1, 1])
    const scalars = new Float32Array(600_000)
    scalars.set([0, 1, 2])
    return { type: 'lines', points, scalars, starts: Uint32Array.from({ length: 599_998 }, (_, i) => i && i + 2) }
  })()`)
  expect(many).toEqual(few)
})

it('finds the place of a line under the pointer, and the place and value of an arrow', async () => {
  const pick = (): Promise<Hit | null> => page.evaluate<Hit | null>('stage.pick(200, 200)')
  await draw(`{ type: 'lines', points: Float32Array.of(-1, 0, 0, 1, 0, 0), scalars: Float32Array.of(5, 6) }`)
  expect((await pick())?.place[0]).toBeCloseTo(0, 1)
  await draw(`{ type: 'arrows', points: Float32Array.of(-1, 0, 0), vectors: Float32Array.of(2, 0, 0), scalars:
    Float32Array.of(7) }`)
  expect(await pick()).toMatchObject({ values: [7], index: [0] })
})
