/** The map of an island beside its land: lines at exact heights on the net, and prominence by its definition. */
import { describe, expect, it } from 'vitest'
import { drawContours } from '../../plugins/island/contours.ts'
import { island, islandMap } from '../../plugins/island/index.ts'
import { namePeaks } from '../../plugins/island/name-peaks.ts'
import { findPeaks } from '../../plugins/island/peaks.ts'
import { makeRelief } from '../../plugins/island/relief.ts'

/** A cone of height 1 over a fan of triangles of radius 2, and a second fan that is flat around it. */
function makeCone(sides: number) {
  const vertices: number[] = [0, 0, 1]
  const indices: number[] = []
  for (const radius of [2, 3])
    for (let i = 0; i < sides; i++) {
      const angle = (2 * Math.PI * i) / sides
      vertices.push(radius * Math.cos(angle), radius * Math.sin(angle), 0)
    }
  for (let i = 0; i < sides; i++) {
    const [a, b] = [1 + i, 1 + ((i + 1) % sides)]
    indices.push(0, a, b, a, a + sides, b + sides, a, b + sides, b)
  }
  return { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) }
}

describe('drawContours', () => {
  it('draws a closed circle of the right radius at each height of a cone', () => {
    const { points, starts, scalars } = drawContours(makeCone(90), [0.25, 0.5])
    expect([...(starts ?? [])]).toEqual([0, 91])
    expect([...(scalars ?? [])].map((height) => height)).toEqual([
      ...Array(91).fill(250),
      ...Array(91).fill(500),
    ])
    for (let i = 0; i < 182; i++) {
      const [x = 0, y = 0, z = 0] = points.subarray(3 * i, 3 * i + 3)
      expect(z).toBe(i < 91 ? 0.25 : 0.5)
      expect(Math.hypot(x, y)).toBeCloseTo(2 * (1 - z), 6)
    }
    expect(points.subarray(0, 3)).toEqual(points.subarray(270, 273))
  })

  it('draws nothing above the highest point, and does not fork where a vertex has the height', () => {
    expect(drawContours(makeCone(8), [1.5]).points).toHaveLength(0)
    const relief = makeRelief({ seed: 5, points: 2000, height: 1, roughness: 0.4, ridges: 0.5, sea: 0.1 })
    const through = relief.vertices[3 * 700 + 2] ?? 0
    const { points, starts = new Uint32Array() } = drawContours(relief, [through])
    const ends = [...starts.subarray(1), points.length / 3]
    for (const [line, start] of starts.entries()) {
      const [first, last] = [start, (ends[line] ?? 0) - 1]
      expect(points.subarray(3 * first, 3 * first + 3)).toEqual(points.subarray(3 * last, 3 * last + 3))
    }
  })
})

describe('islandMap', () => {
  const { land: usual, contours: usualContours, peaks: usualPeaks } = islandMap()

  it('has the land of the same island, and lines at its heights in steps of the interval', () => {
    const { land, contours, indexContours } = islandMap(3, 1.5, 0.3, 100)
    const same = island(3, 40_000, 1.5, 0.44, 0.8, 0.3)
    expect(Buffer.from(land.vertices.buffer).equals(Buffer.from(same.vertices.buffer))).toBe(true)
    const highest = land.vertices.reduce((most, value, i) => (i % 3 === 2 ? Math.max(most, value) : most), 0)
    const heights = [contours, indexContours].map(({ scalars }) =>
      [...new Set(scalars)].map(Math.round).sort((a, b) => a - b),
    )
    const all = Array.from({ length: Math.ceil(highest * 10) - 1 }, (_, i) => 100 * (i + 1))
    expect(heights[0]).toEqual(all.filter((height) => height % 500 !== 0))
    expect(heights[1]).toEqual(all.filter((height) => height % 500 === 0))
    for (const { points, scalars = new Float32Array() } of [contours, indexContours])
      for (const [i, height] of scalars.entries())
        if (Math.fround(height / 1000) !== points[3 * i + 2])
          expect(points[3 * i + 2]).toBeCloseTo(height / 1000, 7)
  })

  it('has lines that part the land above from the land below: each closed, none on the sea', () => {
    const { points, starts = new Uint32Array() } = usualContours
    const ends = [...starts.subarray(1), points.length / 3]
    for (const [line, start] of starts.entries()) {
      const last = (ends[line] ?? 0) - 1
      expect(points.subarray(3 * start, 3 * start + 3)).toEqual(points.subarray(3 * last, 3 * last + 3))
      expect(points[3 * start + 2]).toBeGreaterThan(0)
    }
  })

  it('names peaks where the land is highest around, with their heights, other names for another seed', () => {
    const { texts, points, notes } = usualPeaks
    expect(new Set(texts).size).toBe(texts.length)
    expect(notes).toEqual(['The island and its names are invented.'])
    const places = new Set(
      Array.from({ length: usual.vertices.length / 3 }, (_, i) => keyOf(usual.vertices, i)),
    )
    for (const [i, text] of texts.entries()) {
      expect(places).toContain(keyOf(points, i))
      expect(text).toMatch(new RegExp(` ${Math.round(1000 * (points[3 * i + 2] ?? 0))} m$`))
    }
    expect(islandMap(12).peaks.texts[0]).not.toBe(texts[0])
  })
})

describe('findPeaks', () => {
  it('finds the prominences that a search of all ways finds', () => {
    const relief = makeRelief({ seed: 8, points: 1200, height: 1, roughness: 0.5, ridges: 0.9, sea: 0.2 })
    const found = findPeaks(relief, 0.03)
    expect(found.length).toBeGreaterThan(4)
    expect(found.map(({ height, prominence }) => [height, prominence.toFixed(6)])).toEqual(
      searchPeaks(relief, 0.03).map(({ height, prominence }) => [height, prominence.toFixed(6)]),
    )
  })

  it('names the highest ones, and says how many it leaves out', () => {
    const peaks = Array.from({ length: 43 }, (_, i) => ({ x: i, y: 0, height: 1 - i / 100, prominence: 0.1 }))
    const { texts, notes } = namePeaks(peaks, 1)
    expect(texts).toHaveLength(40)
    expect(notes).toContain('3 lower summits of this prominence have no name here.')
  })
})

function keyOf(points: Float32Array, i: number): string {
  return points.subarray(3 * i, 3 * i + 3).join()
}

/** For each summit: lowers a level until a higher vertex can be reached without going below it. */
function searchPeaks({ vertices, indices }: ReturnType<typeof makeRelief>, least: number) {
  const count = vertices.length / 3
  const heights = Array.from({ length: count }, (_, i) => vertices[3 * i + 2] ?? 0)
  const beside = Array.from({ length: count }, () => new Set<number>())
  for (let t = 0; t < indices.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const [a = 0, b = 0] = [indices[t + k], indices[t + ((k + 1) % 3)]]
      beside[a]?.add(b)
      beside[b]?.add(a)
    }
  const heightOf = (vertex: number) => heights[vertex] ?? 0
  const reachesHigher = (summit: number, level: number): boolean => {
    const seen = new Set([summit])
    for (const vertex of seen) {
      if (heightOf(vertex) > heightOf(summit)) return true
      for (const next of beside[vertex] ?? []) if (heightOf(next) >= level) seen.add(next)
    }
    return false
  }
  const levels = [...new Set(heights)].sort((a, b) => b - a)
  const summits = heights.flatMap((height, vertex) => {
    if (height <= 0 || [...(beside[vertex] ?? [])].some((next) => heightOf(next) > height)) return []
    const saddle = levels.find((level) => level > 0 && level < height && reachesHigher(vertex, level)) ?? 0
    return [{ height, prominence: height - saddle }]
  })
  return summits.filter(({ prominence }) => prominence >= least).sort((a, b) => b.height - a.height)
}
