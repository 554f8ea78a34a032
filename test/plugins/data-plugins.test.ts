/** Plugins that take data, by what is known of simple bodies: octahedra, planes, balls in volumes. */
import type { Mesh, Volume } from 'specimen-host/plugin'
import { describe, expect, it } from 'vitest'
import { checkElements } from '../../core/contract/domain/result/check-elements.ts'
import { parseResult } from '../../core/contract/domain/result/parse-result.ts'
import { isosurface } from '../../plugins/isosurface/index.ts'
import { smooth } from '../../plugins/smooth/index.ts'
import { compareNormals, measureTopology } from './topology.ts'

const octahedron: Mesh = {
  vertices: Float32Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1),
  indices: Uint32Array.of(0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5),
}

/** The same triangles, each with corners of its own. */
function split({ vertices, indices }: Mesh): Mesh {
  const corners = [...indices].flatMap((index) => [...vertices.subarray(3 * index, 3 * index + 3)])
  return { vertices: Float32Array.from(corners), indices: indices.map((_, i) => i) }
}

/** A net of 5 × 5 vertices in the plane z = 0. */
function net(): Mesh {
  const side = 5
  const vertices = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side), 0]).flat()
  const squares = Array.from({ length: (side - 1) ** 2 }, (_, i) => {
    const corner = Math.floor(i / (side - 1)) * side + (i % (side - 1))
    return [corner, corner + 1, corner + side, corner + 1, corner + side + 1, corner + side]
  })
  return { vertices: Float32Array.from(vertices), indices: Uint32Array.from(squares.flat()) }
}

describe('smooth', () => {
  it('moves each vertex by Laplace half of the way to the mean, and by Taubin back again', () => {
    const scale = (mesh: Mesh): number => mesh.vertices[0] ?? 0
    expect(scale(smooth(octahedron, 1, 'laplace'))).toBe(0.5)
    expect(scale(smooth(octahedron, 3, 'laplace'))).toBe(0.125)
    expect(scale(smooth(octahedron, 1, 'taubin'))).toBeCloseTo(0.5 * 1.53, 6)
  })

  it('joins vertices at one place, and keeps their number, order and colours', () => {
    const colors = new Uint8Array(72).fill(9)
    const smoothed = smooth({ ...split(octahedron), colors, normals: new Float32Array(72) }, 2)
    expect(smoothed.vertices).toEqual(split(smooth(octahedron, 2)).vertices)
    expect([smoothed.colors, smoothed.normals]).toEqual([colors, undefined])
    const zeros = { ...split(octahedron) }
    for (const i of zeros.vertices.keys()) if (zeros.vertices[i] === 0 && i % 2 === 0) zeros.vertices[i] = -0
    expect(smooth(zeros, 2).vertices[0]).toBe(smoothed.vertices[0])
  })

  it('leaves open edges and planes where they are, and changes nothing in no step', () => {
    const flat = net()
    const raised = { ...flat, vertices: flat.vertices.slice() }
    raised.vertices[3 * 12 + 2] = 1
    const smoothed = smooth(raised, 100, 'laplace').vertices
    for (let i = 0; i < 25; i++) {
      const isEdge = [0, 4].includes(i % 5) || [0, 4].includes(Math.floor(i / 5))
      if (isEdge)
        expect(smoothed.subarray(3 * i, 3 * i + 3)).toEqual(flat.vertices.subarray(3 * i, 3 * i + 3))
      expect(smoothed[3 * i + 2]).toBeCloseTo(0, 4)
    }
    expect(smooth(octahedron, 0).vertices).toEqual(octahedron.vertices)
    const none = { vertices: new Float32Array(), indices: new Uint32Array() }
    expect(smooth(none).vertices).toHaveLength(0)
  })

  it('takes roughness from a ball, whose size Taubin keeps and Laplace does not', () => {
    const ball = isosurface(ballVolume(), 0.5)
    const rough = {
      ...ball,
      vertices: ball.vertices.map((value, i) => value * (1 + 0.01 * Math.sin(97 * i))),
    }
    const spread = ({ vertices }: Mesh): number => {
      const radii = Array.from({ length: vertices.length / 3 }, (_, i) =>
        Math.hypot(...vertices.subarray(3 * i, 3 * i + 3)),
      )
      const mean = radii.reduce((sum, radius) => sum + radius, 0) / radii.length
      return Math.sqrt(radii.reduce((sum, radius) => sum + (radius - mean) ** 2, 0) / radii.length) / mean
    }
    const [before, taubin, laplace] = [rough, smooth(rough, 20), smooth(rough, 20, 'laplace')]
    expect(spread(taubin)).toBeLessThan(0.5 * spread(before))
    const volume = (mesh: Mesh): number => measureTopology(mesh).volume / measureTopology(before).volume
    expect(Math.abs(volume(taubin) - 1)).toBeLessThan(0.01)
    expect(volume(laplace)).toBeLessThan(0.98)
  })
})

/** A ball of radius 6 about zero: values fall by 1 a unit, from 0 on its middle to −17.3 in the corners. */
function ballVolume(more: Partial<Volume> = {}): Volume {
  const side = 21
  const data = Float32Array.from({ length: side ** 3 }, (_, i) => {
    const [z, y, x] = [Math.floor(i / side ** 2), Math.floor(i / side) % side, i % side]
    return -Math.hypot(x - 10, y - 10, z - 10)
  })
  return { shape: [side, side, side], data, origin: [-10, -10, -10], ...more }
}

/** The level of the ball of radius 6, as a part of the way from the smallest value. */
const six = 1 - 6 / Math.hypot(10, 10, 10)
const ball = (4 / 3) * Math.PI * 6 ** 3

describe('isosurface', () => {
  it('of a ball is closed, of its volume, looks outward, and says its level', () => {
    const mesh = isosurface(ballVolume({ unit: 'mm', orientation: 'RAS' }), six)
    const { borderEdges, badEdges, volume } = measureTopology(mesh)
    expect([borderEdges, badEdges, mesh.unit, mesh.orientation]).toEqual([0, 0, 'mm', 'RAS'])
    expect(volume / ball).toBeCloseTo(1, 1)
    expect(compareNormals(mesh, 1e-5)).toMatchObject({ unit: true })
    expect(compareNormals(mesh, 1e-5).low).toBeGreaterThan(0.9)
    expect(mesh.notes).toEqual(['The surface lies at -6.'])
    expect(() => checkElements(parseResult(mesh, 'mesh'))).not.toThrow()
  })

  it.each([
    [
      'turned',
      [
        [0, 1, 0],
        [-1, 0, 0],
        [0, 0, 1],
      ],
    ],
    [
      'mirrored',
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, -1],
      ],
    ],
    [
      'slanted',
      [
        [1, 0, 0],
        [0, 1, 0.6],
        [0, 0, 0.8],
      ],
    ],
  ] as const)('of a %s volume stands where its samples are', (_, direction) => {
    const spacing = [1, 2, 3] as const
    const volume = ballVolume({ direction, spacing, origin: [5, 6, 7] })
    const mesh = isosurface(volume, six)
    const { volume: space } = measureTopology(mesh)
    const stretch = direction[2][2] < 0 || direction[2][2] === 1 ? 6 : 6 * 0.8
    expect(space / (ball * stretch)).toBeCloseTo(1, 1) // above zero: it looks outward
    expect(compareNormals(mesh, 1e-5).low).toBeGreaterThan(0.8)
    // Each vertex, back in samples, lies 6 from the middle one.
    const [rowZ, rowY, rowX] = direction
    for (let i = 0; i < mesh.vertices.length; i += 300) {
      const [x = 0, y = 0, z = 0] = mesh.vertices.subarray(i, i + 3)
      const [u, v, w] = solve([rowZ, rowY, rowX], [z - 5, y - 6, x - 7])
      expect(Math.hypot(u / 1 - 10, v / 2 - 10, w / 3 - 10)).toBeCloseTo(6, 1)
    }
  })

  it('counts what has no value as outside, says so, and refuses labels and nothing', () => {
    const volume = ballVolume()
    volume.data[0] = Number.NaN
    const mesh = isosurface(volume, six)
    expect(measureTopology(mesh).borderEdges).toBe(0)
    expect(mesh.notes?.[1]).toBe('Samples without a value count as -17.3205: 1.')
    expect(() => isosurface(ballVolume({ labels: [] }), 0.5)).toThrow('These values are labels')
    const nothing = { shape: [1, 1, 1], data: Float32Array.of(Number.NaN) } as const
    expect(() => isosurface(nothing)).toThrow('This volume has no values.')
    expect(isosurface({ shape: [2, 2, 2], data: new Uint8Array(8).fill(3) }).indices).toHaveLength(0)
  })

  it('takes numbers of all classes alike', () => {
    const whole = ballVolume().data.map((value) => Math.round(10 * value))
    const expected = isosurface(ballVolume({ data: whole }), six).vertices
    for (const Kind of [Int16Array, Int32Array, Float64Array])
      expect(isosurface(ballVolume({ data: Kind.from(whole) }), six).vertices).toEqual(expected)
  })
})

type Rows = readonly (readonly number[])[]

/** Solves three equations by Cramer's rule. */
function solve(rows: Rows, right: readonly number[]): readonly [number, number, number] {
  const whole = determinant(rows)
  const part = (column: number): number =>
    determinant(rows.map((row, r) => row.map((value, c) => (c === column ? (right[r] ?? 0) : value)))) / whole
  return [part(0), part(1), part(2)]
}

function determinant([
  [a = 0, b = 0, c = 0] = [],
  [d = 0, e = 0, f = 0] = [],
  [g = 0, h = 0, i = 0] = [],
]: Rows) {
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
}
