/** Values of the vertices of a FreeSurfer surface, in a file of their own beside it. */
import { type Label, pickLabels } from '../../../contract/domain/result/labels.ts'
import { colorLabels } from '../../../contract/look/labels.ts'
import type { DecodeContext, FolderFile } from '../format.ts'
import { toView } from '../number-readers.ts'
import { refuse, requireWithin, showName } from '../refusal.ts'
import { applyTag } from '../tag-table.ts'
import { readColorTable } from '../volume/mgh-colors.ts'
import { freesurferSurfaceTags } from './freesurfer-surface-tags.ts'

/** The values of vertices, and what they are. */
export interface VertexValues {
  readonly scalars: Float32Array
  readonly valueName: string
  readonly valueUnit?: string | undefined
  /** Set where the values are labels. */
  readonly labels?: readonly Label[]
  /** The colours of labels. */
  readonly colors?: Uint8Array
}

/** Bytes before the values of `curv`: the mark, and the numbers of vertices, faces and values of each. */
const valuesAt = 15
const annotation = /[.]annot$/i
/** The units of values by their names: a mean curvature and a distance. */
const units: ReadonlyMap<string, string> = new Map([
  ['curv', '1/mm'],
  ['thickness', 'mm'],
])

/** Returns whether a file has one value a vertex and no surface; the mark is that of quadrangles. */
export function isOfValues(bytes: Uint8Array, size = bytes.length): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xff || bytes[2] !== 0xff || bytes.length < valuesAt) return false
  const view = toView(bytes)
  return view.getInt32(11) === 1 && size === valuesAt + 4 * view.getInt32(3)
}

/**
 * Returns the values in the first file beside a surface that has them, by its name; undefined without any.
 * @throws `file.undecodable` for values of another surface
 */
export async function readValuesBeside(
  vertexCount: number,
  context: DecodeContext,
): Promise<VertexValues | undefined> {
  const found: FolderFile[] = []
  for (const file of context.beside ?? []) {
    const isValues = annotation.test(file.path) || isOfValues(await file.read(0, valuesAt), file.size)
    if (isValues) found.push(file)
  }
  const [file, second] = found.sort((one, other) => (one.path < other.path ? -1 : 1))
  if (!file) return undefined
  if (second) applyTag(freesurferSurfaceTags, 'further values', context, `${found.length} files`)
  requireWithin(showName(file.path), file.size, context.byteLimit)
  const bytes = await file.read()
  const count = bytes.length < 7 ? 0 : toView(bytes).getInt32(annotation.test(file.path) ? 0 : 3)
  if (count !== vertexCount)
    throw refuse(
      `${showName(file.path)} has values of ${count} vertices and the surface has ${vertexCount}; open the ` +
        'surface of the same side and person.',
    )
  context.take('Values of its vertices', 4 * vertexCount)
  const name = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/^[lr]h[.]/, '')
  return annotation.test(file.path)
    ? readAnnotation(bytes, { vertexCount, name: name.replace(annotation, '') })
    : readCurvature(bytes, { vertexCount, name })
}

interface NamedCount {
  readonly vertexCount: number
  readonly name: string
}

function readCurvature(bytes: Uint8Array, { vertexCount, name }: NamedCount): VertexValues {
  const view = toView(bytes)
  const scalars = Float32Array.from({ length: vertexCount }, (_, i) => view.getFloat32(valuesAt + 4 * i))
  return { scalars, valueName: name, valueUnit: units.get(name) }
}

/**
 * Reads `.annot`: for each vertex its number and a colour, then the table that names the colours. A colour
 * stands for its place in the table, and a vertex without one for -1.
 */
function readAnnotation(bytes: Uint8Array, { vertexCount, name }: NamedCount): VertexValues {
  const view = toView(bytes)
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
