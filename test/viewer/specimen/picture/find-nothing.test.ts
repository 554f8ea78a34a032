import { describe, expect, it } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { prepare } from '../../../../core/data/prepared/prepare.ts'
import { findNothing } from '../../../../core/viewer/specimen/picture/find-nothing.ts'

const say = (result: Result): string | null => findNothing(prepare(result))
const mesh = (vertices: readonly number[], indices: readonly number[]): string | null =>
  say({ type: 'mesh', vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) })
const volume = (data: readonly number[]): string | null =>
  say({ type: 'volume', shape: [1, 1, data.length], dtype: 'float32', data: Float32Array.from(data) })
const cloud = (points: readonly number[]): string | null =>
  say({ type: 'point_cloud', points: Float32Array.from(points) })

describe('nothing to see', () => {
  it('is said of a mesh without a triangle that has an area', () => {
    expect(mesh([], [])).toBe('The mesh has no triangles.')
    expect(mesh([1, 2, 3], [])).toBe('The mesh is a single vertex.')
    expect(mesh([1, 2, 3], [0, 0, 0])).toBe('The mesh is a single vertex.')
    expect(mesh([0, 0, 0, 1, 1, 1], [])).toBe('The mesh has 2 vertices and no triangles.')
    const line = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    expect(mesh(line, [0, 1, 2])).toBe('The only triangle of the mesh has no area.')
    expect(mesh(line, [0, 1, 2, 0, 1, 1])).toBe('None of the 2 triangles has an area.')
    expect(mesh(Array<number>(9).fill(Number.NaN), [0, 1, 2])).toBe('All 3 vertices are NaN.')
  })

  it('is not said of a mesh with one triangle to be seen, however small or large', () => {
    for (const size of [1e-30, 1, 1e30]) {
      const corners = [0, 0, 0, size, 0, 0, 0, size, 0]
      expect(mesh(corners, [0, 0, 0, 0, 1, 2])).toBeNull()
    }
    expect(mesh([Number.NaN, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 1, 2, 3])).toBeNull()
  })

  it('is said of a volume with one value or none', () => {
    expect(volume(Array<number>(4096).fill(Number.NaN))).toBe('All 4,096 samples are NaN.')
    expect(volume([7, 7, 7])).toBe('All samples are 7.')
    expect(volume([7, Number.NaN])).toBe('All samples are 7 or NaN.')
    expect(volume([-0.25])).toBe('The only sample is -0.25.')
    expect(volume([7, 8])).toBeNull()
  })

  it('is said of a cloud without points, and not of one with a point', () => {
    expect(cloud([])).toBe('The cloud has no points.')
    expect(cloud([Number.NaN, Number.NaN, Number.NaN])).toBe('The only point is NaN.')
    expect(cloud([0, 0, 0])).toBeNull()
  })

  it('is said of lines without two points, arrows without a length and labels without a text', () => {
    const points = new Float32Array(6)
    const starts = Uint32Array.of(0, 1)
    const none = new Float32Array(0)
    expect(say({ type: 'lines', points: none })).toBe('The lines have no points.')
    expect(say({ type: 'lines', points, starts })).toBe('No line has two points.')
    expect(say({ type: 'lines', points })).toBeNull()
    expect(say({ type: 'arrows', points: none, vectors: none })).toBe('There are no arrows.')
    expect(say({ type: 'arrows', points, vectors: points })).toBe('All 2 arrows are of length 0.')
    expect(say({ type: 'arrows', points, vectors: Float32Array.of(0, 0, 0, 0, 0, 1) })).toBeNull()
    expect(say({ type: 'labels', points: none, texts: [] })).toBe('There are no labels.')
    expect(say({ type: 'labels', points: new Float32Array(3), texts: [''] })).toBe('The only label is empty.')
    expect(say({ type: 'labels', points, texts: ['', 'b'] })).toBeNull()
  })

  it('is not said of an image', () => {
    const data = new Uint8Array(1)
    expect(say({ type: 'image', width: 1, height: 1, channels: 1, dtype: 'uint8', data })).toBeNull()
  })
})
