/** Values of the vertices of a surface, in a file of their own beside it: FreeSurfer's and GIFTI's. */
import type { SpecimenError } from '../../../contract/domain/errors.ts'
import type { DecodeContext, FolderFile } from '../format.ts'
import { toView } from '../number-readers.ts'
import { rootOf } from '../other-formats.ts'
import { refuse, requireWithin, showName } from '../refusal.ts'
import { applyTag, refuseTag } from '../tag-table.ts'
import { listChildren, parseXml, readCount } from '../xml-document.ts'
import { freesurferSurfaceTags } from './freesurfer/freesurfer-surface-tags.ts'
import { annotation, readAnnotation, readCurvature, readMgh } from './freesurfer/freesurfer-values.ts'
import { readGiftiValues } from './gifti/gifti-arrays.ts'
import { giftiTags } from './gifti/gifti-tags.ts'
import { countMghRow, isGiftiSurface, isOfValues } from './is-surface.ts'
import { requireCount, type SurfaceOfValues, type VertexValues } from './vertex-values.ts'

/** Bytes in which a GIFTI has its mark. */
const headBytes = 1024
const giftiRoot = rootOf('GIFTI')
/** What names of GIFTI files have behind the name of the values. */
const giftiEnding = /([.](func|shape|label|time))?[.]gii$/i

/** Returns the refusal of values without a surface, by the beginning of their file: it names the surface. */
export function refuseValuesAlone(head: Uint8Array): SpecimenError {
  const isGifti = head[0] !== 0xff
  const { message } = isGifti
    ? refuseTag(giftiTags, 'values alone')
    : refuseTag(freesurferSurfaceTags, 'values of vertices (curv, sulc, thickness)')
  return isGifti ? refuse(message) : refuse(`${message} That has ${toView(head).getInt32(3)} vertices.`)
}

/**
 * Returns the values in the first file beside a surface that has them, by its name; undefined without any.
 * @throws `file.undecodable` for values of another surface
 */
export async function readValuesBeside(
  vertexCount: number,
  context: DecodeContext,
): Promise<VertexValues | undefined> {
  const found: ValuesFile[] = []
  for (const file of context.beside ?? []) {
    const read = await findReader(file)
    if (read) found.push({ file, read })
  }
  const [first] = found.sort((one, other) => (one.file.path < other.file.path ? -1 : 1))
  if (!first) return undefined
  const { file, read } = first
  if (found.length > 1) applyTag(freesurferSurfaceTags, 'further values', context, `${found.length} files`)
  requireWithin(showName(file.path), file.size, context.byteLimit)
  const bytes = await file.read()
  context.take('Values of its vertices', 4 * vertexCount)
  const name = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/^[lr]h[.]/, '')
  return await read(bytes, { vertexCount, name, shown: showName(file.path), context })
}

/** A file, and how its values are read. */
interface ValuesFile {
  readonly file: FolderFile
  readonly read: ReadValues
}

type ReadValues = (bytes: Uint8Array, surface: SurfaceOfValues) => VertexValues | Promise<VertexValues>

/** Returns how the values of a file are read; undefined for one without values. */
async function findReader({ path, size, read }: FolderFile): Promise<ReadValues | undefined> {
  if (annotation.test(path)) return readAnnotation
  const head = await read(0, Math.min(size, headBytes))
  if (isOfValues(head, size)) return readCurvature
  if (countMghRow(head) > 0) return readMgh
  if (!giftiRoot.test(new TextDecoder('latin1').decode(head))) return undefined
  return (await isGiftiSurface({ size, read })) ? undefined : readGifti
}

async function readGifti(bytes: Uint8Array, surface: SurfaceOfValues): Promise<VertexValues> {
  const root = parseXml(bytes, 'GIFTI')
  const arrays = listChildren(root, 'DataArray')
  const [first] = arrays
  if (first) requireCount(readCount(first, 'Dim0'), surface)
  const { shown, vertexCount, context } = surface
  const wanted = { vertexCount, name: surface.name.replace(giftiEnding, '') }
  const { values, others } = await readGiftiValues(root, arrays, wanted, context)
  if (!values) throw refuse(`${shown} has no array of one value for each vertex; open the surface alone.`)
  if (others > 0) applyTag(giftiTags, 'further DataArrays', context)
  return values
}
