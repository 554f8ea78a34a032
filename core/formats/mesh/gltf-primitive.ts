import type { JsonObject } from '../../domain/json.ts'
import { refuse } from '../refusal.ts'
import type { ReadAccessor } from './gltf-accessor.ts'
import { pickItem, readCount, readList, readNumbers, readObject } from './gltf-document.ts'
import { toFiniteOrNone } from './growing-array.ts'

/** A primitive in the coordinates of its mesh. */
export type Primitive = ReturnType<typeof readPrimitives>[number]

const white: readonly number[] = [1, 1, 1, 1]
/** Modes of section 3.7.2.1; lines are omitted. */
const [points, triangles, strip, fan] = [0, 4, 5, 6]

/** Returns the primitives of a mesh that have points or triangles. */
export function readPrimitives(mesh: JsonObject, json: JsonObject, readAccessor: ReadAccessor) {
  const readNamed = (parent: JsonObject, name: string): Accessor | undefined => {
    const index = readCount(parent, name, undefined)
    return index === undefined ? undefined : readAccessor(index)
  }
  return readList(mesh, 'primitives').flatMap((primitive) => {
    const mode = readCount(primitive, 'mode', triangles)
    if (![points, triangles, strip, fan].includes(mode)) return []
    const attributes = readObject(primitive, 'attributes')
    const position = readNamed(attributes, 'POSITION')
    if (!position) return []
    const { width, count, values: positions } = position
    if (width !== 3) throw refuse('POSITION must be an accessor of VEC3.')
    const isPoints = mode === points
    const corners = isPoints ? undefined : readCorners(readNamed(primitive, 'indices'), count)
    return {
      isPoints,
      /** Three numbers for each vertex. */
      positions,
      /** Three for each triangle; none for points. */
      indices: corners ? toTriangles(corners, mode) : new Uint32Array(0),
      normals: readNormals(readNamed(attributes, 'NORMAL'), count),
      /** Red, green and blue, sRGB; undefined where all is white. */
      colors: readColors(readNamed(attributes, 'COLOR_0'), readBaseColor(primitive, json), count),
      /** The attribute `_SCALAR`, a value for each vertex. */
      scalars: toScalars(readNamed(attributes, '_SCALAR'), count),
    }
  })
}

type Accessor = ReturnType<ReadAccessor>

function readCorners(own: Accessor | undefined, count: number): Uint32Array {
  if (!own) return Uint32Array.from({ length: count }, (_, i) => i)
  if (own.width !== 1 || !own.values.every(Number.isInteger))
    throw refuse('Indices must be an accessor of whole numbers.')
  const corners = Uint32Array.from(own.values)
  if (corners.every((corner) => corner < count)) return corners
  throw refuse(`An index must be below ${count}, the number of vertices.`)
}

function toTriangles(corners: Uint32Array, mode: number): Uint32Array {
  if (mode === triangles) {
    if (corners.length % 3 === 0) return corners
    throw refuse(`Triangles must have a multiple of 3 corners (got ${corners.length}).`)
  }
  const triangleCount = Math.max(0, corners.length - 2)
  const indices = new Uint32Array(3 * triangleCount)
  for (let i = 0; i < triangleCount; i++) {
    const [a, b] = mode === fan || i % 2 === 0 ? [i + 1, i + 2] : [i + 2, i + 1]
    const first = mode === fan ? 0 : i
    indices.set([corners[first] ?? 0, corners[a] ?? 0, corners[b] ?? 0], 3 * i)
  }
  return indices
}

function readNormals(own: Accessor | undefined, count: number): Float64Array | undefined {
  if (own && (own.width !== 3 || own.count !== count))
    throw refuse(`NORMAL must be an accessor of ${count} VEC3 (got ${own.count}).`)
  return own?.values
}

/** Attributes with an underscore are any application's, so another form of it is none of ours. */
function toScalars(own: Accessor | undefined, count: number): Float32Array | undefined {
  return own?.width === 1 && own.count === count ? toFiniteOrNone(Float32Array.from(own.values)) : undefined
}

/** The product of the colors of material and vertices, both in linear light; textures are omitted. */
function readColors(own: Accessor | undefined, base: readonly number[], count: number) {
  if (!own && base.every((part) => part === 1)) return undefined
  if (own && (own.width < 3 || own.count !== count))
    throw refuse(`COLOR_0 must be an accessor of ${count} VEC3 or VEC4 (got ${own.count}).`)
  return Uint8Array.from({ length: 3 * count }, (_, i) => {
    const [vertex, part] = [Math.floor(i / 3), i % 3]
    return toSrgb((base[part] ?? 1) * (own ? (own.values[vertex * own.width + part] ?? 1) : 1))
  })
}

function readBaseColor(primitive: JsonObject, json: JsonObject): readonly number[] {
  const index = readCount(primitive, 'material', undefined)
  if (index === undefined) return white.slice(0, 3)
  const material = pickItem(readList(json, 'materials'), index, 'material')
  return readNumbers(readObject(material, 'pbrMetallicRoughness'), 'baseColorFactor', white).slice(0, 3)
}

/** IEC 61966-2-1. */
function toSrgb(linear: number): number {
  const value = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
}
