/** FreeSurfer's files of values of the vertices of a surface: `curv`, `.annot`, and MGH of one row. */
import { pickLabels } from '../../../../contract/domain/result/labels.ts'
import { colorLabels } from '../../../../contract/look/labels.ts'
import { inflate, isGzip } from '../../inflate.ts'
import { toView } from '../../number-readers.ts'
import { refuse } from '../../refusal.ts'
import { applyTag } from '../../tag-table.ts'
import { readMghSamples } from '../../volume/mgh/mgh.ts'
import { readColorTable } from '../../volume/mgh/mgh-colors.ts'
import { countMghRow, valuesAt } from '../is-surface.ts'
import { requireCount, type SurfaceOfValues, type VertexValues } from '../vertex-values.ts'
import { freesurferSurfaceTags } from './freesurfer-surface-tags.ts'

/** The names of annotations. */
export const annotation = /[.]annot$/i
/** The units of values by their names: a mean curvature and a distance. */
const units: ReadonlyMap<string, string> = new Map([
  ['curv', '1/mm'],
  ['thickness', 'mm'],
])

/**
 * Reads the row of an MGH, also by gzip, and its labels.
 * @throws `file.undecodable` for values of another surface
 */
export async function readMgh(packed: Uint8Array, surface: SurfaceOfValues): Promise<VertexValues> {
  const { context } = surface
  const bytes = isGzip(packed) ? await inflate(packed, context.byteLimit) : packed
  requireCount(countMghRow(bytes), surface)
  const read = readMghSamples(bytes, { ...context, onNote: () => {} }) // its notes are of a place in space
  if ('count' in read) applyTag(freesurferSurfaceTags, 'further frames of values', context)
  const { data, labels: table } = 'count' in read ? await read.read(0) : read
  const scalars = Float32Array.from(data)
  const name = surface.name.replace(/[.]mg[hz]([.]gz)?$/i, '')
  if (!table) return { scalars, valueName: name, valueUnit: units.get(name) }
  const used = new Set(scalars)
  const labels = pickLabels(table, (value) => used.has(value))
  return { scalars, valueName: name, labels, colors: colorLabels(scalars, labels) }
}

/** Reads one float for each vertex. @throws `file.undecodable` for values of another surface */
export function readCurvature(bytes: Uint8Array, surface: SurfaceOfValues): VertexValues {
  const { vertexCount, name } = surface
  const view = toView(bytes)
  requireCount(view.getInt32(3), surface)
  const scalars = Float32Array.from({ length: vertexCount }, (_, i) => view.getFloat32(valuesAt + 4 * i))
  return { scalars, valueName: name, valueUnit: units.get(name) }
}

/**
 * Reads `.annot`: for each vertex its number and a colour, then the table that names the colours. A colour
 * stands for its place in the table, and a vertex without one for -1.
 * @throws `file.undecodable` for values of another surface
 */
export function readAnnotation(bytes: Uint8Array, surface: SurfaceOfValues): VertexValues {
  const view = toView(bytes)
  requireCount(bytes.length < 4 ? 0 : view.getInt32(0), surface)
  const { vertexCount } = surface
  const name = surface.name.replace(annotation, '')
  const tableAt = 4 + 8 * vertexCount
  if (bytes.length < tableAt + 8 || view.getInt32(tableAt) !== 1)
    throw refuse(`The annotation ${name} has no table of colours; write it anew with mris_convert.`)
  const table = readColorTable(bytes.subarray(tableAt + 4))
  if (!table) throw refuse(`The table of colours of the annotation ${name} is damaged or cut.`)
  const places = new Map(
    table.flatMap(({ value, color }) => (color ? [[toCode(color), value] as const] : [])),
  )
  const scalars = new Float32Array(vertexCount).fill(-1)
  const used = new Set<number>()
  for (let i = 0; i < vertexCount; i++) {
    const vertex = view.getInt32(4 + 8 * i)
    if (vertex < 0 || vertex >= vertexCount)
      throw refuse(`The annotation ${name} must name vertices from 0 to ${vertexCount - 1} (got ${vertex}).`)
    const value = places.get(view.getInt32(8 + 8 * i)) ?? -1
    scalars[vertex] = value
    used.add(value)
  }
  const labels = pickLabels(table, (value) => used.has(value))
  return { scalars, valueName: name, labels, colors: colorLabels(scalars, labels) }
}

function toCode([red, green, blue]: readonly [red: number, green: number, blue: number]): number {
  return red + 256 * green + 65_536 * blue
}
