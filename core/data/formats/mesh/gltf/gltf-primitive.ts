import { isJsonObject, type JsonObject } from '../../../../contract/values/json.ts'
import type { ByteBudget } from '../../byte-budget.ts'
import type { DecodeContext } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { sayTag } from '../../tag-table.ts'
import { toFiniteOrNone } from '../growing-array.ts'
import { LinePaths, type Paths } from '../line-paths.ts'
import type { TagReader } from '../tag-reader.ts'
import type { Accessor, ReadAccessor } from './gltf-accessor.ts'
import { pickItem, readCount, readList, readObject } from './gltf-document.ts'
import { readBaseColor, readColors } from './gltf-material.ts'
import { gltfTags } from './gltf-tags.ts'

/** A primitive in the coordinates of its mesh. */
export interface Primitive {
  readonly kind: 'points' | 'lines' | 'triangles'
  /** Three numbers for each vertex. */
  readonly positions: Float32Array
  /** Three for each triangle, the vertices along lines; none for points. */
  readonly indices: Uint32Array
  /** The places in `indices` at which lines begin; none of others. */
  readonly starts: Uint32Array
  readonly normals: Float32Array | undefined
  /** Red, green and blue, sRGB; undefined where all is white. */
  readonly colors: Uint8Array | undefined
  /** The attribute `_SCALAR`, a value for each vertex. */
  readonly scalars: Float32Array | undefined
  /** The attribute `_VECTOR` of points, where this program has written arrows. */
  readonly vectors: Float32Array | undefined
  /** Differences that are added by their weights; of many, most have a weight of 0 and are never read. */
  readonly targets: readonly (() => MorphTarget)[]
  /** Joints that move each vertex, four in each. */
  readonly influences: readonly Influence[]
}

/** Three numbers for each vertex, each optional. */
export interface MorphTarget {
  readonly positions: Float32Array | undefined
  readonly normals: Float32Array | undefined
}

/** Four joints of the skin for each vertex, and their weights. */
export interface Influence {
  readonly joints: Float32Array | Uint32Array
  readonly weights: Float32Array | Uint32Array
}

/** Reads the primitives of a document. */
export interface PrimitiveReader extends TagReader<typeof gltfTags> {
  readonly json: JsonObject
  readonly readAccessor: ReadAccessor
  readonly budget: DecodeContext
  /** Lines are read by themselves, where a scene has nothing else. */
  readonly areLines: boolean
  /** Points have vectors. */
  readonly areArrows: boolean
}

/** Modes of section 3.7.2.1; those between are lines. */
const [points, segments, loop, triangles, fan] = [0, 1, 2, 4, 6]
const vectorName = '_VECTOR'
const draco = 'KHR_draco_mesh_compression'
const knownAttributes = /^(POSITION|NORMAL|TANGENT|TEXCOORD_\d+|JOINTS_\d+|WEIGHTS_\d+|COLOR_0|_SCALAR)$/

/** Returns the primitives of a mesh that have points or triangles, or those that have lines. */
export function readPrimitives(mesh: JsonObject, from: PrimitiveReader): readonly Primitive[] {
  return readList(mesh, 'primitives').flatMap((primitive) =>
    (toKind(primitive) === 'lines') === from.areLines ? (readPrimitive(primitive, from) ?? []) : [],
  )
}

/** Returns the kind of a primitive by its mode. @throws `file.undecodable` for one that glTF has not */
export function toKind(primitive: JsonObject): Primitive['kind'] {
  const mode = readCount(primitive, 'mode', triangles)
  if (mode > fan) throw refuse(`The mode of a primitive must be at most ${fan} (got ${mode}).`)
  if (mode === points) return 'points'
  return mode < triangles ? 'lines' : 'triangles'
}

function readPrimitive(primitive: JsonObject, from: PrimitiveReader): Primitive | undefined {
  const { json, budget, meet, areLines } = from
  const mode = readCount(primitive, 'mode', triangles)
  requireUncompressed(primitive, json)
  const attributes = readObject(primitive, 'attributes')
  const areArrows = from.areArrows && mode === points
  noteAttributes(attributes, areArrows ? [vectorName] : [], from)
  const read = (name: string): Accessor | undefined => readNamed(attributes, name, from)
  const position = read('POSITION')
  if (!position) return undefined
  const { count } = position
  const positions = toTriples(position, 'POSITION', count)
  const corners =
    mode === points ? undefined : readCorners(readNamed(primitive, 'indices', from), count, budget)
  const paths = corners && areLines ? toPaths(corners, mode, budget) : undefined
  const indices = corners && !paths ? toTriangles(corners, mode, budget) : new Uint32Array(0)
  return {
    kind: mode === points ? 'points' : areLines ? 'lines' : 'triangles',
    positions,
    indices: paths?.vertices ?? indices,
    starts: paths?.starts ?? new Uint32Array(0),
    normals: toOptionalTriples(read('NORMAL'), 'NORMAL', count),
    colors: readColors(read('COLOR_0'), readBaseColor(primitive, json, meet), { count, budget }),
    scalars: toScalars(read('_SCALAR'), count),
    vectors: areArrows ? toOptionalTriples(read(vectorName), vectorName, count) : undefined,
    targets: readList(primitive, 'targets').map((target) => () => ({
      positions: toOptionalTriples(readNamed(target, 'POSITION', from), 'POSITION', count),
      normals: toOptionalTriples(readNamed(target, 'NORMAL', from), 'NORMAL', count),
    })),
    influences: readInfluences(read, count),
  }
}

function readNamed(
  parent: JsonObject,
  name: string,
  { readAccessor }: PrimitiveReader,
): Accessor | undefined {
  const index = readCount(parent, name, undefined)
  return index === undefined ? undefined : readAccessor(index)
}

/** Beside compressed data may stand others, for programs that do not know the extension. */
function requireUncompressed(primitive: JsonObject, json: JsonObject): void {
  if (!isJsonObject(readObject(primitive, 'extensions')[draco])) return
  const index = readCount(readObject(primitive, 'attributes'), 'POSITION', 0)
  const { bufferView } = pickItem(readList(json, 'accessors'), index, 'accessor')
  if (bufferView === undefined) throw refuse(`${sayTag(gltfTags, draco)} (${draco}).`)
}

function noteAttributes(
  attributes: JsonObject,
  own: readonly string[],
  { meet, meetFound }: PrimitiveReader,
): void {
  for (const name of Object.keys(attributes)) {
    if (knownAttributes.test(name) || own.includes(name)) continue
    if (/^COLOR_\d+$/.test(name)) meet('COLOR_1')
    else if (name.startsWith('_')) meet('_OTHER')
    else meetFound(name)
  }
}

function toTriples(accessor: Accessor, name: string, count: number): Float32Array {
  const { width, values } = accessor
  if (width === 3 && accessor.count === count && values instanceof Float32Array) return values
  throw refuse(`${name} must be an accessor of ${count} VEC3 (got ${accessor.count}).`)
}

function toOptionalTriples(
  accessor: Accessor | undefined,
  name: string,
  count: number,
): Float32Array | undefined {
  return accessor && toTriples(accessor, name, count)
}

/** Attributes with an underscore are any application's, so another form of it is none of ours. */
function toScalars(accessor: Accessor | undefined, count: number): Float32Array | undefined {
  if (accessor?.width !== 1 || accessor.count !== count) return undefined
  const { values } = accessor
  return toFiniteOrNone(values instanceof Float32Array ? values : Float32Array.from(values))
}

function readInfluences(read: (name: string) => Accessor | undefined, count: number): readonly Influence[] {
  const influences: Influence[] = []
  for (let set = 0; ; set++) {
    const [joints, weights] = [read(`JOINTS_${set}`), read(`WEIGHTS_${set}`)]
    if (!joints || !weights) return influences
    if ([joints, weights].some((accessor) => accessor.width !== 4 || accessor.count !== count))
      throw refuse(`JOINTS_${set} and WEIGHTS_${set} must be accessors of ${count} VEC4.`)
    influences.push({ joints: joints.values, weights: weights.values })
  }
}

function readCorners(accessor: Accessor | undefined, count: number, budget: ByteBudget): Uint32Array {
  if (accessor && (accessor.width !== 1 || !accessor.values.every(Number.isInteger)))
    throw refuse('Indices must be an accessor of whole numbers.')
  if (accessor?.values instanceof Uint32Array) return requireBelow(accessor.values, count)
  budget.take(`A list of ${accessor?.count ?? count} corners`, 4 * (accessor?.count ?? count))
  if (accessor) return requireBelow(Uint32Array.from(accessor.values), count)
  const corners = new Uint32Array(count)
  for (let i = 0; i < count; i++) corners[i] = i
  return corners
}

function requireBelow(corners: Uint32Array, count: number): Uint32Array {
  if (corners.every((corner) => corner < count)) return corners
  throw refuse(`An index must be below ${count}, the number of vertices.`)
}

function toTriangles(corners: Uint32Array, mode: number, budget: ByteBudget): Uint32Array {
  if (mode === triangles) {
    if (corners.length % 3 === 0) return corners
    throw refuse(`Triangles must have a multiple of 3 corners (got ${corners.length}).`)
  }
  const triangleCount = Math.max(0, corners.length - 2)
  budget.take(`A mesh of ${triangleCount} triangles`, 12 * triangleCount)
  const indices = new Uint32Array(3 * triangleCount)
  for (let i = 0; i < triangleCount; i++) {
    const isEven = mode === fan || i % 2 === 0
    indices[3 * i] = corners[mode === fan ? 0 : i] ?? 0
    indices[3 * i + 1] = corners[isEven ? i + 1 : i + 2] ?? 0
    indices[3 * i + 2] = corners[isEven ? i + 2 : i + 1] ?? 0
  }
  return indices
}

/** Returns the lines of pairs of points, where those that follow each other are one, or of a strip. */
function toPaths(corners: Uint32Array, mode: number, budget: ByteBudget): Paths {
  const paths = new LinePaths(budget)
  if (mode === segments) {
    for (let i = 0; i + 1 < corners.length; i += 2) {
      paths.resume(corners[i] ?? 0)
      paths.goTo(corners[i + 1] ?? 0)
    }
  } else paths.add(corners)
  if (mode === loop && corners.length > 0) paths.goTo(corners[0] ?? 0)
  return paths.takeAll()
}
