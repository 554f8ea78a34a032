/**
 * Files that are rows of one kind after another: STL, PLY, OBJ and CSV. Like JSON they are written in
 * stateless pieces, so that memory never holds a whole file. Anatomical directions stand where 3D Slicer
 * writes its own, in the same words: `SPACE=LPS`.
 */
import type { MeshResult, PointCloudResult, Result } from '../../contract/domain/result/result.ts'
import { maxNumberBytes, writeFloat, writeInteger } from '../../contract/wire/number-text.ts'
import type { JsonCursor, JsonPiece } from '../../contract/wire/result-json.ts'
import { toNoteLines } from './note-lines.ts'

/** A form that is written in rows. */
export type RowFile = 'stl' | 'ply' | 'obj' | 'csv'

/** Rows of one kind, each of at most `most` bytes. */
export interface Rows {
  readonly count: number
  readonly most: number
  /** Writes a row at a place of the piece; returns its end. */
  readonly write: (row: number, at: number) => number
}

/**
 * Writes the file of a result from `cursor` on into `target`, of at least 4 KiB, nearly full except for the
 * last piece.
 */
export function encodeRowPiece(result: Result, form: RowFile, { cursor, target }: RowPiece): JsonPiece {
  return writeRows(planFile(result, form, target), { cursor, target })
}

/** The place of a piece in its file, and in memory. */
export interface RowPiece {
  readonly cursor: JsonCursor
  readonly target: Uint8Array
}

/** Writes rows from a place on, into the memory that they were planned for. */
export function writeRows(parts: readonly Rows[], { cursor, target }: RowPiece): JsonPiece {
  let at = 0
  let row = cursor.element
  for (let segment = cursor.segment; segment < parts.length; segment++) {
    const { count, most, write } = parts[segment] ?? noRows
    for (; row < count && at + most <= target.length; row++) at = write(row, at)
    if (row < count) return { length: at, next: { segment, element: row } }
    row = 0
  }
  return { length: at, next: null }
}

/** Rows of a part that a file lacks. */
export const noRows: Rows = { count: 0, most: 0, write: (_, at) => at }

function planFile(result: Result, form: RowFile, target: Uint8Array): readonly Rows[] {
  if (result.type === 'mesh') {
    if (form === 'stl') return planStl(result, target)
    if (form === 'ply') return planPly({ ...result, points: result.vertices }, target)
    if (form === 'obj') return planObj(result, target)
  }
  if (result.type === 'point_cloud' && form === 'ply') return planPly(result, target)
  if (result.type === 'point_cloud' && form === 'csv') return planCsv(result, target)
  throw new TypeError(`a ${result.type} has no ${form}`)
}

/**
 * Binary STL: 80 bytes of any text but `solid`, the number of triangles, and 50 bytes for each. Its numbers
 * are float32, so that an offset is not added to them: the text names it.
 */
function planStl(
  { vertices, indices, offset, orientation }: MeshResult,
  target: Uint8Array,
): readonly Rows[] {
  const view = toView(target)
  const count = indices.length / 3
  const place = offset ? ` Relative to ${offset.join(' ')}` : ''
  // Directions go first, as the text ends at its 80th byte.
  const head = toText(
    `Binary STL by specimen-host.${toSpace('', orientation)}${place}`.slice(0, 80).padEnd(84),
    target,
  )
  const write = (row: number, at: number): number => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = 3 * (indices[3 * row + corner] ?? 0)
      for (let axis = 0; axis < 3; axis++)
        view.setFloat32(at + 12 + 12 * corner + 4 * axis, vertices[vertex + axis] ?? 0, true)
    }
    writeNormal(view, at)
    view.setUint16(at + 48, 0)
    return at + 50
  }
  const withCount: Rows = {
    ...head,
    write: (row, at) => {
      const end = head.write(row, at)
      view.setUint32(end - 4, count, true)
      return end
    },
  }
  return [withCount, { count, most: 50, write }]
}

/** Writes the normal of the triangle behind it; 0, 0, 0 for one without an area. */
function writeNormal(view: DataView, at: number): void {
  const edge = (corner: number, axis: number): number =>
    view.getFloat32(at + 12 * corner + 4 * axis, true) - view.getFloat32(at + 12 + 4 * axis, true)
  const [ax, ay, az] = [edge(2, 0), edge(2, 1), edge(2, 2)]
  const [bx, by, bz] = [edge(3, 0), edge(3, 1), edge(3, 2)]
  const normal = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
  const length = Math.hypot(...normal)
  for (const [axis, part] of normal.entries())
    view.setFloat32(at + 4 * axis, length > 0 && length < Number.POSITIVE_INFINITY ? part / length : 0, true)
}

type Vertices = Pick<PointCloudResult, 'points' | 'colors' | 'scalars' | 'offset' | 'orientation' | 'notes'> &
  Partial<Pick<MeshResult, 'normals' | 'indices'>>

/** Binary PLY, little-endian: of a mesh or, without faces, of points; in doubles where there is an offset. */
function planPly(vertices: Vertices, target: Uint8Array): readonly Rows[] {
  const { points, normals, colors, scalars, indices, offset, orientation, notes } = vertices
  const view = toView(target)
  const [count, faces] = [points.length / 3, (indices?.length ?? 0) / 3]
  const list = (type: string, names: string, given: unknown): string =>
    given ? names.replace(/(\w+) ?/g, `property ${type} $1\n`) : ''
  const head = [
    `element vertex ${count}\n`,
    list(offset ? 'double' : 'float', 'x y z', points),
    list('float', 'nx ny nz', normals),
    list('uchar', 'red green blue', colors),
    list('float', 'value', scalars),
    indices && `element face ${faces}\nproperty list uchar int vertex_indices\n`,
    'end_header\n',
  ]
  const floats = (array: Float32Array | undefined, group: number, row: number, at: number): number => {
    if (!array) return at
    for (let i = 0; i < group; i++) view.setFloat32(at + 4 * i, array[group * row + i] ?? 0, true)
    return at + 4 * group
  }
  const doubles = (row: number, at: number, [x, y, z]: readonly [number, number, number]): number => {
    for (const [i, part] of [x, y, z].entries())
      view.setFloat64(at + 8 * i, toShortest(points[3 * row + i] ?? 0) + part, true)
    return at + 24
  }
  const writeVertex = (row: number, at: number): number => {
    let to = floats(normals, 3, row, offset ? doubles(row, at, offset) : floats(points, 3, row, at))
    if (colors) for (let i = 0; i < 3; i++) target[to++] = colors[3 * row + i] ?? 0
    return floats(scalars, 1, row, to)
  }
  const writeFace = (row: number, at: number): number => {
    target[at] = 3
    for (let i = 0; i < 3; i++) view.setInt32(at + 1 + 4 * i, indices?.[3 * row + i] ?? 0, true)
    return at + 13
  }
  return [
    toText('ply\nformat binary_little_endian 1.0\ncomment specimen-host\n', target),
    toText(toSpace('comment', orientation, '\n'), target),
    toComments('comment', notes, target),
    toText(head.join(''), target),
    { count, most: 43, write: writeVertex },
    { count: faces, most: 13, write: writeFace },
  ]
}

/** OBJ, with colours behind the positions, as many programs write and read them. */
function planObj(mesh: MeshResult, target: Uint8Array): readonly Rows[] {
  const { vertices, indices, normals, colors, offset, orientation, notes } = mesh
  const places = [...toPlaces(vertices, offset, target), ...(colors ? toFloats(colors, 3, target, 255) : [])]
  const corners = toIntegers(indices, 3, target, 1)
  const face = normals ? 'f %//% %//% %//%\n' : 'f % % %\n'
  return [
    toText('# specimen-host\n', target),
    toText(toSpace('#', orientation, '\n'), target),
    toComments('#', notes, target),
    toRows(vertices.length / 3, colors ? 'v % % % % % %\n' : 'v % % %\n', places, target),
    normals ? toRows(normals.length / 3, 'vn % % %\n', toFloats(normals, 3, target), target) : noRows,
    toRows(
      indices.length / 3,
      face,
      corners.flatMap((corner) => (normals ? [corner, corner] : [corner])),
      target,
    ),
  ]
}

/** Returns the words of 3D Slicer for directions, behind a mark; empty without any. */
function toSpace(mark: string, orientation: string | undefined, end = ''): string {
  return orientation === undefined ? '' : `${mark} SPACE=${orientation}${end}`
}

/** CSV (RFC 4180) with a header: places, colours from 0 to 255, and the value. */
function planCsv({ points, colors, scalars, offset }: PointCloudResult, target: Uint8Array): readonly Rows[] {
  const names = `x,y,z${colors ? ',r,g,b' : ''}${scalars ? ',value' : ''}\n`
  const columns = [
    ...toPlaces(points, offset, target),
    ...(colors ? toIntegers(colors, 3, target) : []),
    ...(scalars ? toFloats(scalars, 1, target) : []),
  ]
  return [toText(names, target), toRows(points.length / 3, names.replace(/\w+/g, '%'), columns, target)]
}

/** What writes a row, or one number of it, at a place; it returns the end. */
export type Write = Rows['write']

/** Returns rows by a template, in which each `%` is a number. */
export function toRows(count: number, template: string, numbers: readonly Write[], target: Uint8Array): Rows {
  const words = template.split('%').map((word) => new TextEncoder().encode(word))
  const [last = new Uint8Array()] = words.slice(-1)
  const write: Write = (row, at) => {
    let to = at
    for (let i = 0; i < words.length - 1; i++) {
      to = copy(words[i] ?? last, target, to)
      to = numbers[i]?.(row, to) ?? to
    }
    return copy(last, target, to)
  }
  return { count, most: template.length + words.length * maxNumberBytes, write }
}

function copy(word: Uint8Array, target: Uint8Array, at: number): number {
  for (let i = 0; i < word.length; i++) target[at + i] = word[i] ?? 0
  return at + word.length
}

/** Returns what writes each number of a row, divided by `unit`. */
export function toFloats(
  array: Float32Array | Uint8Array,
  group: number,
  target: Uint8Array,
  unit = 1,
): Write[] {
  return Array.from({ length: group }, (_, part) => (row, at) => {
    return writeFloat(Math.fround((array[group * row + part] ?? 0) / unit), target, at)
  })
}

/** Returns what writes the coordinates of a row: with an offset as doubles of as many digits as they have. */
function toPlaces(array: Float32Array, offset: MeshResult['offset'], target: Uint8Array): readonly Write[] {
  if (!offset) return toFloats(array, 3, target)
  return offset.map((part, axis) => (row, at) => {
    const text = String(toShortest(array[3 * row + axis] ?? 0) + part)
    for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
    return at + text.length
  })
}

/** Returns the number with the fewest digits that float32 rounds to this one: 0.1 for 0.10000000149011612. */
function toShortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

/** Returns what writes each whole number of a row, with `first` added. */
export function toIntegers(
  array: Uint32Array | Uint8Array,
  group: number,
  target: Uint8Array,
  first = 0,
): Write[] {
  return Array.from({ length: group }, (_, part) => (row, at) => {
    return writeInteger((array[group * row + part] ?? 0) + first, target, at)
  })
}

/** Returns notes as lines behind a mark. */
function toComments(mark: string, notes: Result['notes'], target: Uint8Array): Rows {
  const lines = toNoteLines(notes).map((note) => new TextEncoder().encode(`${mark} ${note}\n`))
  const write: Write = (row, at) => copy(lines[row] ?? new Uint8Array(), target, at)
  return { count: lines.length, most: Math.max(0, ...lines.map(({ length }) => length)), write }
}

/** Returns one row without numbers. */
export function toText(text: string, target: Uint8Array): Rows {
  return toRows(1, text, [], target)
}

function toView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
