/** PLY (Stanford), text or binary. Own code: three's loader drops large polygons and unknown scalars. */
import type { MeshResult, PointCloudResult } from '../../domain/result/result.ts'
import { refuse } from '../refusal.ts'
import { GrowingArray, toFiniteOrNone } from './growing-array.ts'
import { type PlyElement, type PlyProperty, readPlyHeader } from './ply-header.ts'
import { createPlyNumbers, type PlyNumbers } from './ply-numbers.ts'

const positionNames = ['x', 'y', 'z']
const normalNames = ['nx', 'ny', 'nz']
const colorNames = [
  ['red', 'green', 'blue'],
  ['r', 'g', 'b'],
  ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
]
const alphaNames = ['alpha', 'a', 'diffuse_alpha']
/** Places in a texture, and marks of the programs that write meshes. */
const placeNames = ['s', 't', 'u', 'v', 'texture_u', 'texture_v', 'flags']
const otherNames = [...positionNames, ...normalNames, ...colorNames.flat(), ...alphaNames, ...placeNames]
const cornerNames = ['vertex_indices', 'vertex_index']

type Columns = ReadonlyMap<string, { readonly property: PlyProperty; readonly values: Float64Array }>

/** Returns the mesh of a PLY file, or its points if it has no faces. */
export function decodePly(bytes: Uint8Array): MeshResult | PointCloudResult {
  const header = readPlyHeader(bytes)
  const numbers = createPlyNumbers(bytes, header)
  let vertices: Columns | undefined
  let indices: Uint32Array | undefined
  for (const element of header.elements) {
    // An element without properties has no bytes, whatever its count.
    if (element.properties.length === 0) continue
    numbers.requireRows(element)
    if (element.name === 'vertex') vertices = readColumns(element, numbers)
    else if (element.name === 'face') indices = readFaces(element, numbers)
    else skipRows(element, numbers)
  }
  numbers.requireEnd()
  if (!vertices) throw refuse('It must have an element vertex.')
  const points = pick(vertices, positionNames)
  if (!points) throw refuse('The element vertex must have the properties x, y and z.')
  const colors = readColors(vertices)
  const scalars = readScalars(vertices)
  const values = { ...(colors && { colors }), ...scalars }
  if (!indices || indices.length === 0) return { type: 'point_cloud', points, ...values }
  const normals = toFiniteOrNone(pick(vertices, normalNames))
  return { type: 'mesh', vertices: points, indices, ...(normals && { normals }), ...values }
}

function readColumns({ count, properties }: PlyElement, numbers: PlyNumbers): Columns {
  const columns = properties.map((property) => ({
    property,
    values: new Float64Array(property.countType ? 0 : count),
  }))
  for (let row = 0; row < count; row++) {
    for (const { property, values } of columns) {
      if (property.countType) skipProperty(property, numbers)
      else values[row] = numbers.read(property.type)
    }
  }
  return new Map(
    columns.filter(({ values }) => values.length > 0).map((column) => [column.property.name, column]),
  )
}

function readFaces({ count, properties }: PlyElement, numbers: PlyNumbers): Uint32Array {
  const indices = new GrowingArray(Uint32Array)
  for (let row = 0; row < count; row++) {
    for (const property of properties) {
      if (property.countType && cornerNames.includes(property.name)) readPolygon(property, numbers, indices)
      else skipProperty(property, numbers)
    }
  }
  return indices.toArray()
}

function readPolygon(
  { type, countType }: PlyProperty,
  numbers: PlyNumbers,
  indices: GrowingArray<Uint32Array>,
): void {
  const corners = countType ? numbers.read(countType) : 0
  let first = 0
  let last = 0
  for (let i = 0; i < corners; i++) {
    const corner = numbers.read(type)
    if (!Number.isInteger(corner) || corner < 0)
      throw refuse(`A corner of a face must be a vertex (got ${corner}).`)
    if (i === 0) first = corner
    else if (i > 1) for (const index of [first, last, corner]) indices.push(index)
    last = corner
  }
}

function skipRows({ count, properties }: PlyElement, numbers: PlyNumbers): void {
  for (let row = 0; row < count; row++) for (const property of properties) skipProperty(property, numbers)
}

function skipProperty({ type, countType }: PlyProperty, numbers: PlyNumbers): void {
  const count = countType ? numbers.read(countType) : 1
  for (let i = 0; i < count; i++) numbers.read(type)
}

function pick(columns: Columns, names: readonly string[]): Float32Array | undefined {
  const found = names.map((name) => columns.get(name)?.values ?? [])
  const count = found[0]?.length ?? 0
  if (found.some(({ length }) => length === 0)) return undefined
  const values = new Float32Array(3 * count)
  found.forEach((column, axis) => {
    for (let i = 0; i < count; i++) values[3 * i + axis] = column[i] ?? 0
  })
  return values
}

/** Converts colors: bytes unchanged, 16 bits from 65,535, floats from 1. */
function readColors(columns: Columns): Uint8Array | undefined {
  const names = colorNames.find((candidates) => candidates.every((name) => columns.has(name)))
  const values = names && pick(columns, names)
  if (!values) return undefined
  const type = columns.get(names[0] ?? '')?.property.type
  const factor = type?.startsWith('float') ? 255 : type === 'uint16' ? 255 / 65_535 : 1
  return Uint8Array.from(values, (value) => Math.round(Math.min(255, Math.max(0, value * factor))))
}

/** The scalars are the first property without another meaning, and have its name. */
function readScalars(columns: Columns): Pick<PointCloudResult, 'scalars' | 'valueName'> | undefined {
  for (const [name, { values }] of columns) {
    if (otherNames.includes(name)) continue
    const scalars = toFiniteOrNone(Float32Array.from(values))
    return scalars && { scalars, valueName: name }
  }
  return undefined
}
