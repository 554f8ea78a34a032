import type { PointCloudResult } from '../../../../contract/domain/result/result.ts'
import type { ByteBudget } from '../../byte-budget.ts'
import { refuse } from '../../refusal.ts'
import { findLargest, toColorBytes } from '../color-bytes.ts'
import { toFiniteOrNone } from '../growing-array.ts'
import { type OffsetPositions, toOffsetPositions } from '../large-coordinates.ts'
import type { PlyElement, PlyProperty } from './ply-header.ts'
import type { PlyNumbers } from './ply-numbers.ts'
import type { MeetPlyTag, PlyTag } from './ply-tags.ts'

const positionNames = ['x', 'y', 'z']
const normalNames = ['nx', 'ny', 'nz']
const colorNames = [
  ['red', 'green', 'blue'],
  ['r', 'g', 'b'],
  ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
]
const exactTypes = ['float32', 'int8', 'uint8', 'int16', 'uint16']
const alphaNames = ['alpha', 'a', 'diffuse_alpha']
/** Places in a texture, and marks of the programs that write meshes. */
const placeNames = ['s', 't', 'u', 'v', 'texture_u', 'texture_v', 'flags']
const otherNames = [...positionNames, ...normalNames, ...colorNames.flat(), ...alphaNames, ...placeNames]

/** The rows of the element vertex. */
export interface PlyVertices extends OffsetPositions {
  readonly normals: Float32Array | undefined
  readonly colors: Uint8Array | undefined
  /** The first property without another meaning, and its name. */
  readonly values: Pick<PointCloudResult, 'scalars' | 'valueName'>
}

/** Properties that are read into one array. */
interface Columns {
  readonly names: readonly string[]
  readonly array: Float32Array | Float64Array | Uint8Array
}

/** Reads the rows of the element vertex; only what is shown takes memory. @throws `file.undecodable` */
export function readPlyVertices(
  element: PlyElement,
  numbers: PlyNumbers,
  { budget, meet }: { readonly budget: ByteBudget; readonly meet: MeetPlyTag },
): PlyVertices {
  const { count, properties } = element
  const single = properties.filter(({ countType }) => countType === null)
  const has = (names: readonly string[]): boolean =>
    names.every((name) => single.some((property) => property.name === name))
  if (count === 0 || !has(positionNames))
    throw refuse(`The element vertex must have rows of the properties x, y and z (got ${count}).`)
  const colorName = colorNames.find(has)
  const others = single.filter(({ name }) => !otherNames.includes(name))
  const [other] = others
  const create = <T>(Kind: new (length: number) => T, names: readonly string[], bytes: number) => {
    budget.take(`An element of ${count} vertices`, bytes * names.length * count)
    return { names, array: new Kind(names.length * count) }
  }
  const isByte = single.find(({ name }) => name === colorName?.[0])?.type === 'uint8'
  // Types whose numbers float32 has need no second array.
  const isExact =
    !numbers.isText && positionNames.every((name) => exactTypes.includes(typeOf(single, [name])))
  const positions = isExact ? create(Float32Array, positionNames, 4) : create(Float64Array, positionNames, 8)
  const normals = has(normalNames) ? create(Float32Array, normalNames, 4) : undefined
  const colors = colorName && (isByte ? create(Uint8Array, colorName, 1) : create(Float32Array, colorName, 4))
  const scalars = other && create(Float32Array, [other.name], 4)
  readRows(
    element,
    numbers,
    [positions, normals, colors, scalars].filter((columns) => columns !== undefined),
  )

  if (properties.length > single.length) meet('list of vertex')
  if (has(['alpha']) || alphaNames.some((name) => colorName && has([name]))) meet('alpha')
  if (others.length > 1) meet('other properties')
  return {
    ...toPlaced(positions.array, budget),
    normals: finiteOf(normals?.array, 'nx ny nz = nan', meet),
    colors: colors && toColors(colors.array, typeOf(single, colorName), meet),
    values: toValues(finiteOf(scalars?.array, 'other property = inf', meet), other),
  }
}

function toPlaced(positions: Float32Array | Float64Array, budget: ByteBudget): OffsetPositions {
  if (positions instanceof Float32Array) return { positions }
  budget.take(`A list of ${positions.length / 3} vertices`, 4 * positions.length)
  const placed = toOffsetPositions({ length: positions.length, get: (index) => positions[index] ?? 0 })
  budget.give(positions.byteLength)
  return placed
}

function readRows({ count, properties }: PlyElement, numbers: PlyNumbers, columns: readonly Columns[]): void {
  const left = new Set(columns.flatMap(({ names }) => names))
  const plan = properties.map((property) => {
    const { name, countType } = property
    // The first of several properties with one name is read.
    const found =
      countType === null && left.delete(name) ? columns.find(({ names }) => names.includes(name)) : undefined
    const width = found?.names.length ?? 0
    return { property, array: found?.array, width, place: found?.names.indexOf(name) ?? 0 }
  })
  for (let row = 0; row < count; row++) {
    for (const { property, array, width, place } of plan) {
      if (array) array[row * width + place] = numbers.read(property.type)
      else skipPlyProperty(property, numbers)
    }
  }
}

/** Passes over one property of a row. */
export function skipPlyProperty({ type, countType }: PlyProperty, numbers: PlyNumbers): void {
  const count = countType ? numbers.read(countType) : 1
  for (let i = 0; i < count; i++) numbers.read(type)
}

function typeOf(properties: readonly PlyProperty[], names: readonly string[] = []): string {
  return properties.find(({ name }) => name === names[0])?.type ?? ''
}

function finiteOf(values: Float32Array | undefined, tag: PlyTag, meet: MeetPlyTag): Float32Array | undefined {
  const finite = toFiniteOrNone(values)
  if (values && !finite) meet(tag)
  return finite
}

function toValues(
  scalars: Float32Array | undefined,
  property: PlyProperty | undefined,
): Pick<PointCloudResult, 'scalars' | 'valueName'> {
  return scalars && property ? { scalars, valueName: property.name } : {}
}

function toColors(values: Columns['array'], type: string, meet: MeetPlyTag): Uint8Array | undefined {
  if (values instanceof Uint8Array) return values
  const finite = values.every(Number.isFinite)
  if (!finite) meet('red green blue = nan')
  const isFraction = type.startsWith('float') && findLargest(values) <= 1
  return finite ? toColorBytes(values, isFraction ? 255 : type === 'uint16' ? 255 / 65_535 : 1) : undefined
}
