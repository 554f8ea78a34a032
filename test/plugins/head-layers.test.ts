/** What is found in the scan of a head: on phantoms whose answer is known, and in the scan by what must hold. */
import { describe, expect, it } from 'vitest'
import { findSkin } from '../../plugins/head-scan/find-skin.ts'
import { findSkull } from '../../plugins/head-scan/find-skull.ts'
import { findThresholds, toTissues } from '../../plugins/head-scan/find-tissues.ts'
import { brainTissues, headLayers, headVolume } from '../../plugins/head-scan/index.ts'
import { measureTopology } from './topology.ts'

/** Shells around (3, -2, 1) mm: brain to 30 mm, bone to 36, fat to 40, skin to 42. */
const side = 61
const spacing = 1.5
const origin = [-45, -45, -45] as const
const middle = [3, -2, 1] as const

function makePhantom() {
  const [scan, brain] = [new Uint8Array(side ** 3), new Uint8Array(side ** 3)]
  for (let i = 0; i < side ** 3; i++) {
    const place = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)]
    const radius = Math.hypot(...place.map((at, axis) => at * spacing - 45 - (middle[axis] ?? 0)))
    scan[i] = radius < 30 ? 90 : radius < 36 ? 12 : radius < 40 ? 160 : radius < 42 ? 60 : 0
    if (radius < 30) brain[i] = 90
  }
  return { scan, brain }
}

const toRadius = ([x = 0, y = 0, z = 0]: Float32Array) =>
  Math.hypot(x - middle[0], y - middle[1], z - middle[2])

function* listVertices({ vertices }: { readonly vertices: Float32Array }) {
  for (let i = 0; i < vertices.length; i += 3) yield vertices.subarray(i, i + 3)
}

describe('findSkull', () => {
  it('finds where bone ends and fat begins, to within half a sample', () => {
    const cap = findSkull({ shape: [side, side, side], spacing, origin, ...makePhantom() })
    for (const vertex of listVertices(cap)) expect(Math.abs(toRadius(vertex) - 36)).toBeLessThan(spacing / 2)
    const { badEdges, euler, borderEdges } = measureTopology(weldTop(cap))
    expect({ badEdges, euler, borderEdges }).toEqual({ badEdges: 0, euler: 1, borderEdges: 128 })
    expect(cap.normals?.[2]).toBeGreaterThan(0.95) // the top looks up: triangles are seen from outside
  })
})

describe('findSkin', () => {
  it('finds the outermost surface alone, closed, though bone is as dark as air', () => {
    const { scan } = makePhantom()
    const skin = findSkin(
      {
        shape: [side, side, side],
        data: scan,
        spacing: [spacing, spacing, spacing],
        origin: [-45, -45, -45],
      },
      30,
    )
    for (const vertex of listVertices(skin)) expect(Math.abs(toRadius(vertex) - 42)).toBeLessThan(spacing)
    const { borderEdges, badEdges, euler, volume } = measureTopology(skin)
    expect({ borderEdges, badEdges, euler }).toEqual({ borderEdges: 0, badEdges: 0, euler: 2 })
    expect(volume / ((4 / 3) * Math.PI * 42 ** 3)).toBeCloseTo(1, 1)
  })
})

describe('headLayers', () => {
  const { scan, skull, skin } = headLayers()

  it('has the scan of the brain, or of the whole head, as headVolume has it', () => {
    expect(Buffer.from(scan.data.buffer).equals(Buffer.from(headVolume('brain').data.buffer))).toBe(true)
    const whole = headLayers('head').scan
    expect(Buffer.from(whole.data.buffer).equals(Buffer.from(headVolume('head').data.buffer))).toBe(true)
  })

  it('has a skull outside of the brain and 2 to 20 mm inside of the skin, as large as skulls are', () => {
    const points = [...listVertices(skin)]
    const [low, high] = [
      [Infinity, Infinity],
      [-Infinity, -Infinity],
    ]
    let [within, count] = [0, 0]
    for (const vertex of listVertices(skull)) {
      const [x = 0, y = 0, z = 0] = vertex
      for (const [axis, at] of [x, y].entries()) {
        low[axis] = Math.min(low[axis] ?? 0, at)
        high[axis] = Math.max(high[axis] ?? 0, at)
      }
      const sample = [(z + 71) / 1.5, (y + 125) / 1.5, (x + 90) / 1.5].map(Math.round)
      if ((scan.data[((sample[0] ?? 0) * 145 + (sample[1] ?? 0)) * 121 + (sample[2] ?? 0)] ?? 0) > 40)
        within++
      if (++count % 50 > 0) continue
      const nearest = points.reduce(
        (least, [u = 0, v = 0, w = 0]) => Math.min(least, (u - x) ** 2 + (v - y) ** 2 + (w - z) ** 2),
        Infinity,
      )
      expect(Math.sqrt(nearest)).toBeGreaterThan(2)
      expect(Math.sqrt(nearest)).toBeLessThan(20)
    }
    expect(within).toBe(0)
    // Length and width of skulls of men: 170 to 200 mm, 130 to 160 mm.
    const [width = 0, length = 0] = high.map((at, axis) => at - (low[axis] ?? 0))
    expect([length > 170, length < 200, width > 130, width < 160]).toEqual([true, true, true, true])
  })

  it('has a skin that is one closed body of a head, and says what the skull leaves out', () => {
    const { borderEdges, badEdges, volume } = measureTopology(skin)
    expect({ borderEdges, badEdges }).toEqual({ borderEdges: 0, badEdges: 0 })
    expect(volume / 1e6).toBeGreaterThan(3)
    expect(volume / 1e6).toBeLessThan(5)
    expect(skull.notes?.[0]).toContain('as dark as liquor')
  })
})

describe('findThresholds', () => {
  it('finds what a search by the definition of variance finds', () => {
    const values = Uint8Array.from({ length: 120 }, (_, i) => 1 + ((i * i * 7 + 13 * i) % 97) + (i % 3) * 50)
    const all = [...values]
    const toMean = (members: readonly number[]) =>
      members.reduce((sum, value) => sum + value, 0) / members.length
    let best: readonly [low: number, high: number, variance: number] = [0, 0, -1]
    for (let low = 1; low < 254; low++)
      for (let high = low + 1; high < 255; high++) {
        const classes = [
          all.filter((value) => value <= low),
          all.filter((value) => value > low && value <= high),
          all.filter((value) => value > high),
        ].filter((members) => members.length > 0)
        const variance = classes.reduce(
          (sum, members) => sum + (members.length / all.length) * (toMean(members) - toMean(all)) ** 2,
          0,
        )
        if (variance > best[2] + 1e-9) best = [low, high, variance]
      }
    expect(findThresholds(values)).toEqual(best.slice(0, 2))
  })

  it('parts three brightnesses, and leaves what is outside', () => {
    const values = Uint8Array.of(0, 20, 22, 0, 80, 84, 120, 121, 20)
    expect([...toTissues(values, findThresholds(values))]).toEqual([0, 1, 1, 0, 2, 2, 3, 3, 1])
  })
})

describe('brainTissues', () => {
  it('has as much of each tissue as brains have, in the grid of the scan', () => {
    const { scan, tissues } = brainTissues()
    expect([tissues.shape, tissues.spacing, tissues.origin]).toEqual([scan.shape, scan.spacing, scan.origin])
    const litres = [1, 2, 3].map((label) => {
      let count = 0
      for (const value of tissues.data) if (value === label) count++
      return (count * 1.5 ** 3) / 1e6
    })
    // Of young men, in litres: liquor 0.1 to 0.4, grey matter 0.6 to 0.9, white matter 0.4 to 0.75.
    for (const [i, [least, most]] of [
      [0.1, 0.4],
      [0.6, 0.9],
      [0.4, 0.75],
    ].entries()) {
      expect(litres[i]).toBeGreaterThan(least ?? 0)
      expect(litres[i]).toBeLessThan(most ?? 0)
    }
    expect(tissues.labels?.map(({ name }) => name)).toEqual(['liquor', 'grey matter', 'white matter'])
  })

  it('names its thresholds, and no sample is brighter than one of a brighter tissue', () => {
    const { scan, tissues } = brainTissues()
    const [low, high] = (tissues.notes?.[0]?.match(/\d+/g) ?? []).map(Number)
    const head = headVolume('head').data
    let wrong = 0
    for (const [i, label] of tissues.data.entries()) {
      const value = head[i] ?? 0
      const wanted = value <= (low ?? 0) ? 1 : value <= (high ?? 0) ? 2 : 3
      if (label !== 0 && label !== wanted) wrong++
      if (label !== 0 && scan.data[i] === 0) wrong++
    }
    expect(wrong).toBe(0)
  })
})

/** The rays of the first ring are one vertex. */
function weldTop({ vertices, indices }: ReturnType<typeof findSkull>) {
  return { vertices, indices: indices.map((vertex) => (vertex < 128 ? 0 : vertex)) }
}
