/** Fewer triangles for any mesh, by meshoptimizer's simplifier. */
import { MeshoptSimplifier } from 'meshoptimizer'
import type { Mesh, Range } from 'specimen-host/plugin'
import { addNotes } from '../shared/add-notes.ts'

/** The part of the range of a colour or value that counts as much as the whole error. */
const tenth = 0.1

/**
 * Any mesh with fewer triangles: edges are taken away, first those where the surface is flattest, until few
 * enough are left or the surface would move by more than the error. Vertices that stay keep place, colour and
 * value.
 *
 * @displayName Decimate
 * @tags geometry, mesh, tool
 * @view camera=1,0.6,0.3 edges=1 solid=sand
 * @story Marching cubes make as many triangles on a plane as on a fold. See where [a twentieth](?share=0.05)
 * of them has stayed: small ones along the folds, and large ones where nothing happens.
 * @story A bound holds where a count does not: with an [error of 0.2](?share=0&error=0.2) each surface gets
 * as many triangles as it needs.
 * @preset Within 0.2 {"share":0,"error":0.2}
 * @preset Island {"mesh":{"specimen":"island"},"share":0.05,"error":0.02}
 * @preset Gear wheel, within 0.01 mm {"mesh":{"specimen":"gearWheel"},"share":0,"error":0.01}
 * @param mesh - The surface. @default {"specimen":"headSurface"}
 * @param share - The part of its triangles that should be left.
 * @param error - The most that the surface may move, in the unit of its lengths, as the simplifier estimates
 * it.
 * @param border - Vertices on open edges stay, or go as all others.
 */
export async function decimate(
  mesh: Mesh,
  share: Range<0, 1, 0.01> = 0.05,
  error: Range<0, 1000> = 2,
  border: 'kept' | 'free' = 'kept',
): Promise<Mesh> {
  const { vertices, indices, colors, scalars, labels, unit = '' } = mesh
  if (indices.length === 0) return mesh
  await MeshoptSimplifier.ready
  const { joined, attributes, width } = joinCorners(mesh)
  const target = 3 * Math.ceil((share * indices.length) / 3)
  // The simplifier takes attributes in parts of the size of the mesh.
  const weight = error / (tenth * (MeshoptSimplifier.getScale(vertices, 3) || 1))
  const [kept, moved] = MeshoptSimplifier.simplifyWithAttributes(
    joined,
    vertices,
    3,
    attributes,
    width,
    Array.from({ length: width }, () => weight),
    labels && scalars ? lockBorders(joined, scalars) : null,
    target,
    error,
    // Sparse, as vertices that were joined are left without triangles.
    border === 'kept' ? ['ErrorAbsolute', 'Sparse', 'LockBorder'] : ['ErrorAbsolute', 'Sparse'],
  )
  const [places, count] = MeshoptSimplifier.compactMesh(kept)
  const pick = <List extends Float32Array | Uint8Array>(from: List, to: List): List => {
    const group = to.length / count
    for (const [vertex, place] of places.entries())
      if (place < count) to.set(from.subarray(group * vertex, group * (vertex + 1)), group * place)
    return to
  }
  const [before, after] = [indices.length / 3, kept.length / 3].map((each) => each.toLocaleString('en-US'))
  const say = (length: number): string => `${Number(length.toPrecision(2))} ${unit}`.trim()
  const notes = [
    `${after} of ${before} triangles are left; the surface moved by an estimated ${say(moved)}.`,
    ...(kept.length > target ? [`Fewer would move it by more than ${say(error)}, or tear it.`] : []),
    ...(labels ? ['Vertices where two labels meet have stayed.'] : []),
  ]
  return {
    ...mesh,
    vertices: pick(vertices, new Float32Array(3 * count)),
    indices: kept,
    normals: undefined, // those of the fine surface
    colors: colors?.length ? pick(colors, new Uint8Array(3 * count)) : undefined,
    scalars: scalars?.length ? pick(scalars, new Float32Array(count)) : undefined,
    notes: addNotes(notes, mesh.notes),
  }
}

/** A mesh whose corners are one where place, colour and value are, with colours and values from 0 to 1. */
interface JoinedMesh {
  readonly joined: Uint32Array
  /** `width` numbers a vertex. */
  readonly attributes: Float32Array
  readonly width: number
}

function joinCorners({ vertices, indices, colors, scalars, labels }: Mesh): JoinedMesh {
  const count = vertices.length / 3
  const measures = scalars?.length && !labels ? scalars : undefined // a label is no measure
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of measures ?? []) [low, high] = [Math.min(low, value), Math.max(high, value)]
  const width = (colors?.length ? 3 : 0) + (measures ? 1 : 0)
  const attributes = new Float32Array(width * count)
  for (let i = 0; i < count; i++) {
    if (colors?.length) for (let k = 0; k < 3; k++) attributes[width * i + k] = (colors[3 * i + k] ?? 0) / 255
    if (measures) attributes[width * (i + 1) - 1] = ((measures[i] ?? 0) - low) / (high - low || 1)
  }
  const first = MeshoptSimplifier.generatePositionRemap(vertices, 3)
  const isSame = (a: number, b: number): boolean =>
    scalars?.[a] === scalars?.[b] && [0, 1, 2].every((k) => colors?.[3 * a + k] === colors?.[3 * b + k])
  const joined = indices.map((corner) => {
    const other = first[corner] ?? corner
    return isSame(corner, other) ? other : corner
  })
  return { joined, attributes, width }
}

/** Returns 1 for each corner of a triangle that has several labels. */
function lockBorders(indices: Uint32Array, labels: Float32Array): Uint8Array {
  const locks = new Uint8Array(labels.length)
  for (let i = 0; i < indices.length; i += 3) {
    const corners = indices.subarray(i, i + 3)
    const [a = 0, b = 0, c = 0] = corners
    if (labels[a] !== labels[b] || labels[b] !== labels[c]) for (const corner of corners) locks[corner] = 1
  }
  return locks
}
