import type { JsonObject } from '../../domain/json.ts'
import { refuse } from '../refusal.ts'
import type { Accessors } from './gltf-accessor.ts'
import { pickItem, readCount, readList, readNumbers, readObject } from './gltf-document.ts'

/** A primitive in the coordinates of its mesh. */
export interface Primitive {
  readonly isPoints: boolean
  /** Three numbers for each vertex. */
  readonly positions: Float64Array
  readonly normals: Float64Array | undefined
  /** Red, green and blue, sRGB; undefined where all is white. */
  readonly colors: Uint8Array | undefined
  /** Three for each triangle; none for points. */
  readonly indices: Uint32Array
}

const white: readonly number[] = [1, 1, 1, 1]
/** Modes of section 3.7.2.1; lines are omitted. */
const [points, triangles, strip, fan] = [0, 4, 5, 6]

/** Returns the primitives of a mesh that have points or triangles. */
export function readPrimitives(
  mesh: JsonObject,
  json: JsonObject,
  accessors: Accessors,
): readonly Primitive[] {
  return readList(mesh, 'primitives').flatMap((primitive) => {
    const mode = readCount(primitive, 'mode', triangles)
    if (![points, triangles, strip, fan].includes(mode)) return []
    const attributes = readObject(primitive, 'attributes')
    const position = readCount(attributes, 'POSITION', undefined)
    if (position === undefined) return []
    const { width, count, values: positions } = accessors.read(position)
    if (width !== 3) throw refuse('POSITION must be an accessor of VEC3.')
    const isPoints = mode === points
    const indices = isPoints ? new Uint32Array(0) : readTriangles(primitive, mode, count, accessors)
    const normals = readNormals(attributes, count, accessors)
    return [{ isPoints, positions, normals, colors: readColors(primitive, json, count, accessors), indices }]
  })
}

function readTriangles(
  primitive: JsonObject,
  mode: number,
  count: number,
  accessors: Accessors,
): Uint32Array {
  const index = readCount(primitive, 'indices', undefined)
  const corners =
    index === undefined ? Uint32Array.from({ length: count }, (_, i) => i) : readCorners(accessors, index)
  if (corners.some((corner) => corner >= count))
    throw refuse(`An index must be below ${count}, the number of vertices.`)
  if (mode === triangles) {
    if (corners.length % 3 !== 0)
      throw refuse(`Triangles must have a multiple of 3 corners (got ${corners.length}).`)
    return corners
  }
  const triangleCount = Math.max(0, corners.length - 2)
  const indices = new Uint32Array(3 * triangleCount)
  for (let i = 0; i < triangleCount; i++) {
    const [a, b] = mode === fan ? [i + 1, i + 2] : i % 2 === 0 ? [i + 1, i + 2] : [i + 2, i + 1]
    const first = mode === fan ? 0 : i
    indices.set([corners[first] ?? 0, corners[a] ?? 0, corners[b] ?? 0], 3 * i)
  }
  return indices
}

function readCorners(accessors: Accessors, index: number): Uint32Array {
  const { width, values } = accessors.read(index)
  if (width !== 1 || !values.every(Number.isInteger))
    throw refuse('Indices must be an accessor of whole numbers.')
  return Uint32Array.from(values)
}

function readNormals(attributes: JsonObject, count: number, accessors: Accessors): Float64Array | undefined {
  const index = readCount(attributes, 'NORMAL', undefined)
  if (index === undefined) return undefined
  const { width, count: found, values } = accessors.read(index)
  if (width !== 3 || found !== count)
    throw refuse(`NORMAL must be an accessor of ${count} VEC3 (got ${found}).`)
  return values
}

/** The product of the colors of material and vertices, both in linear light; textures are omitted. */
function readColors(
  primitive: JsonObject,
  json: JsonObject,
  count: number,
  accessors: Accessors,
): Uint8Array | undefined {
  const base = readBaseColor(primitive, json)
  const index = readCount(readObject(primitive, 'attributes'), 'COLOR_0', undefined)
  if (index === undefined && base.every((part) => part === 1)) return undefined
  const own = index === undefined ? undefined : accessors.read(index)
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
