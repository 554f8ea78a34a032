/** Files that are rows of one kind after another: STL, PLY and OBJ. */
import type {
  LinesResult,
  MeshResult,
  PointCloudResult,
  SceneResult,
} from '../../contract/domain/result/result.ts'
import type { JsonPiece } from '../../contract/wire/result-json.ts'
import { planRecords, planSegments, type Segments } from './line-rows.ts'
import { planObjScene } from './obj-scene.ts'
import {
  noRows,
  type RowPiece,
  type Rows,
  toComments,
  toFloats,
  toIntegers,
  toPlaces,
  toRows,
  toShortest,
  toSpace,
  toText,
  toView,
  writeRows,
} from './rows.ts'

/** Writes a piece of an STL. */
export function encodeStl(mesh: MeshResult, piece: RowPiece): JsonPiece {
  return writeRows(planStl(mesh, piece.target), piece)
}

/** Writes a piece of a PLY. */
export function encodePly(result: MeshResult | PointCloudResult | LinesResult, piece: RowPiece): JsonPiece {
  const points = result.type === 'mesh' ? result.vertices : result.points
  const segments = result.type === 'lines' ? planSegments(result, toView(piece.target)) : undefined
  return writeRows(planPly({ ...result, points, segments }, piece.target), piece)
}

/** Writes a piece of an OBJ. */
export function encodeObj(result: MeshResult | LinesResult | SceneResult, piece: RowPiece): JsonPiece {
  const { target } = piece
  return writeRows(result.type === 'scene' ? planObjScene(result, target) : planObj(result, target), piece)
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
  Partial<Pick<MeshResult, 'normals' | 'indices'>> & { readonly segments: Segments | undefined }

/** Binary PLY, little-endian: of a mesh, of lines or of points; in doubles where there is an offset. */
function planPly(vertices: Vertices, target: Uint8Array): readonly Rows[] {
  const { points, normals, colors, scalars, indices, segments, offset, orientation, notes } = vertices
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
    segments && `element edge ${segments.count}\nproperty int vertex1\nproperty int vertex2\n`,
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
    segments?.rows ?? noRows,
  ]
}

/** OBJ, with colours behind the positions, as many programs write and read them. */
function planObj(result: MeshResult | LinesResult, target: Uint8Array): readonly Rows[] {
  const { colors, offset, orientation, notes } = result
  const points = result.type === 'mesh' ? result.vertices : result.points
  const places = [...toPlaces(points, offset, target), ...(colors ? toFloats(colors, 3, target, 255) : [])]
  return [
    toText('# specimen-host\n', target),
    toText(toSpace('#', orientation, '\n'), target),
    toComments('#', notes, target),
    toRows(points.length / 3, colors ? 'v % % % % % %\n' : 'v % % %\n', places, target),
    ...(result.type === 'mesh' ? planFaces(result, target) : [planRecords(result, target)]),
  ]
}

function planFaces({ indices, normals }: MeshResult, target: Uint8Array): readonly Rows[] {
  const corners = toIntegers(indices, 3, target, 1)
  return [
    normals ? toRows(normals.length / 3, 'vn % % %\n', toFloats(normals, 3, target), target) : noRows,
    toRows(
      indices.length / 3,
      normals ? 'f %//% %//% %//%\n' : 'f % % %\n',
      corners.flatMap((corner) => (normals ? [corner, corner] : [corner])),
      target,
    ),
  ]
}
