/** Concave polygons of every format that has polygons. Right is the area of the outline (shoelace). */
import { describe, expect, it } from 'vitest'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import { decodeFile } from '../../../core/data/formats/decode-file.ts'
import { fanNote } from '../../../core/data/formats/mesh/fans.ts'

type Corner = readonly [x: number, y: number]

/** Each is counter-clockwise; a fan around its first corner leaves it. */
const outlines: readonly (readonly [name: string, outline: readonly Corner[]])[] = [
  ['an arrow', points('0 0, 2 1, 4 0, 2 4')],
  ['an L', points('0 2, 0 0, 3 0, 3 1, 1 1, 1 2')],
  ['a crown', points('0 4, 0 0, 4 0, 4 4, 2 1')],
  ['a comb', points('5 0, 5 3, 4 3, 4 1, 3 1, 3 3, 2 3, 2 1, 1 1, 1 3, 0 3, 0 0')],
  ['a step with corners in its straight edges', points('3 1, 1 1, 1 2, 1 3, 0 3, 0 1.5, 0 0, 1 0, 3 0')],
  ['a ring that is cut open', points('0 0, 4 0, 4 4, 0 4, 0 0, 1 1, 1 3, 3 3, 3 1, 1 1')],
  ['a spiral', points('0 0, 6 0, 6 6, 1 6, 1 2, 4 2, 4 4, 3 4, 3 3, 2 3, 2 5, 5 5, 5 1, 0 1')],
]

const writers: { readonly [name: string]: (outline: readonly Corner[]) => string } = {
  'a.obj': (outline) => `${toRows(outline, 'v ')}f ${outline.map((_, i) => i + 1).join(' ')}\n`,
  'a.ply': (outline) =>
    `ply\nformat ascii 1.0\nelement vertex ${outline.length}\nproperty float x\nproperty float y\n` +
    'property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n' +
    `${toRows(outline)}${toFace(outline)}`,
  'a.off': (outline) => `OFF\n${outline.length} 1 0\n${toRows(outline)}${toFace(outline)}`,
  'a.vtk': (outline) =>
    `# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS ${outline.length} float\n${toRows(outline)}` +
    `POLYGONS 1 ${outline.length + 1}\n${toFace(outline)}`,
}

describe.each(Object.keys(writers))('concave polygons of %s', (name) => {
  it.each(outlines)('become triangles that cover %s once', async (_, outline) => {
    for (const turned of [outline, outline.toReversed()]) {
      const { areas, notes } = await readAreas(name, turned)
      const sign = turned === outline ? 1 : -1
      expect(areas.every((area) => area * sign >= 0)).toBe(true)
      expect(sum(areas)).toBeCloseTo(sign * Math.abs(shoelace(outline)), 5)
      expect(areas).toHaveLength(outline.length - 2)
      expect(notes).toEqual([])
    }
  })

  it('stay fans, with a note, where they cross themselves', async () => {
    const { notes } = await readAreas(name, points('0 0, 4 4, 4 0, 0 4, 2 -1'))
    expect(notes).toEqual([fanNote])
  })

  it('stay as they are where they are convex', async () => {
    const { indices } = await readAreas(name, points('0 0, 2 0, 3 1, 2 2, 0 2'))
    expect([...indices]).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4])
  })
})

describe('concave polygons of an OBJ with normals', () => {
  it('keep the normal of each corner', async () => {
    const normals = Array.from({ length: 4 }, (_, i) => `vn 0 ${i} 1\n`).join('')
    const text = `${toRows(points('0 0, 2 1, 4 0, 2 4'), 'v ')}${normals}f 1//1 2//2 3//3 4//4\n`
    const mesh = await read('a.obj', text)
    const pairs = [...mesh.indices].map((i) => [mesh.vertices[3 * i], mesh.normals?.[3 * i + 1]])
    expect(pairs).toEqual(pairs.map(([, normal]) => [[0, 2, 4, 2][normal ?? -1], normal]))
    expect(new Set(pairs.map(([, normal]) => normal)).size).toBe(4)
  })
})

describe('a polygon of more corners than are searched', () => {
  it('stays a fan with a note', async () => {
    const count = 2 ** 16 + 2
    const outline = Array.from({ length: count }, (_, i): Corner => [i, i % 2])
    const { notes, areas } = await readAreas('a.obj', outline)
    expect(notes).toEqual([fanNote])
    expect(areas).toHaveLength(count - 2)
  })
})

function points(text: string): Corner[] {
  return text.split(', ').map((pair) => {
    const [x = 0, y = 0] = pair.split(' ').map(Number)
    return [x, y]
  })
}

function toRows(outline: readonly Corner[], start = ''): string {
  return outline.map(([x, y]) => `${start}${x} ${y} 0\n`).join('')
}

function toFace(outline: readonly Corner[]): string {
  return `${outline.length} ${outline.map((_, i) => i).join(' ')}\n`
}

async function read(name: string, text: string, onNote: (note: string) => void = () => {}) {
  const result = await decodeFile(new TextEncoder().encode(text), name, { onNote })
  expect(result.type).toBe('mesh')
  return result as MeshResult // by its type
}

async function readAreas(name: string, outline: readonly Corner[]) {
  const notes: string[] = []
  const { vertices, indices } = await read(name, writers[name]?.(outline) ?? '', (note) => notes.push(note))
  const corners = [...indices].map((i): Corner => [vertices[3 * i] ?? 0, vertices[3 * i + 1] ?? 0])
  const areas = Array.from({ length: corners.length / 3 }, (_, i) =>
    shoelace(corners.slice(3 * i, 3 * i + 3)),
  )
  return { areas, notes, indices }
}

/** Returns the area within an outline: below zero where it is clockwise. */
function shoelace(outline: readonly Corner[]): number {
  const parts = outline.map(([x, y], i) => {
    const [nextX, nextY] = outline[(i + 1) % outline.length] ?? [0, 0]
    return (x * nextY - nextX * y) / 2
  })
  return sum(parts)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
