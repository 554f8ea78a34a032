/**
 * GIFTI 1.0: a surface in XML, its arrays as text, base64 or compressed. Values of the vertices are among
 * them, or in a file of their own, which is opened together with the surface.
 */
import type { MeshResult, PointCloudResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { applyTag } from '../../tag-table.ts'
import { findChild, listChildren, parseXml, readNumbers, type XmlElement } from '../../xml-document.ts'
import { points } from '../is-surface.ts'
import { Polygons, toSurface } from '../polygons.ts'
import { readValuesBeside, refuseValuesAlone } from '../values-beside.ts'
import {
  findSurfaceEnds,
  isBesideScanner,
  toVolumeGeometry,
  type VolumeGeometry,
} from '../volume-geometry.ts'
import { findMetadata, readArray, readGiftiValues, readIntent } from './gifti-arrays.ts'
import { giftiTags } from './gifti-tags.ts'

const triangles = 'NIFTI_INTENT_TRIANGLE'
/** The spaces of which the format's text says that their axes are those of NIfTI. */
const worldSpaces = /^NIFTI_XFORM_(SCANNER_ANAT|ALIGNED_ANAT|TALAIRACH|MNI_152)$/

/** Its decoder, and the tags by which it works. */
export const giftiReader: FormatReader = { decode: decodeGifti, tags: giftiTags }

/**
 * Returns the surface of a GIFTI file, with the values of its vertices: those of a file beside it, else its
 * own first array of them.
 * @throws `file.undecodable`
 */
async function decodeGifti(
  bytes: Uint8Array,
  context: DecodeContext,
): Promise<MeshResult | PointCloudResult> {
  const root = parseXml(bytes, 'GIFTI')
  const arrays = listChildren(root, 'DataArray')
  const find = (intent: string) => arrays.find((array) => readIntent(array) === intent)
  const place = find(points)
  if (!place) throw refuseValuesAlone(bytes)
  const orientation = readSpace(place, context)
  const positions = await readArray(place, { columns: 3, context })
  if (!positions.every(Number.isFinite)) throw refuse('Every coordinate must be finite.')
  const faces = find(triangles)
  const polygons = new Polygons(positions.length / 3, context)
  const corners = faces ? await readArray(faces, { columns: 3, context }) : []
  for (let at = 0; at < corners.length; at += 3)
    polygons.add([corners[at] ?? -1, corners[at + 1] ?? -1, corners[at + 2] ?? -1])
  const vertexCount = positions.length / 3
  const beside = await readValuesBeside(vertexCount, context)
  const further = arrays.filter((array) => array !== place && array !== faces)
  const own = beside
    ? { others: further.length }
    : await readGiftiValues(root, further, { vertexCount }, context)
  if (own.others > 0) applyTag(giftiTags, 'further DataArrays', context)
  return toSurface(
    {
      points: positions,
      indices: polygons.finish(positions, context),
      unit: 'mm',
      orientation,
      ...(beside ?? own.values),
    },
    context,
  )
}

/** Notes where other coordinates are meant, and returns the directions of those of the file. */
function readSpace(array: XmlElement, context: DecodeContext): string | undefined {
  const matrices = listChildren(array, 'CoordinateSystemTransformMatrix')
  const isIdentity = (numbers: Float64Array): boolean =>
    numbers.every((part, i) => part === (i % 5 === 0 ? 1 : 0))
  for (const matrix of matrices) {
    const data = findChild(matrix, 'MatrixData')
    if (!data || isIdentity(readNumbers(data.text, 16))) continue
    const space = findChild(matrix, 'TransformedSpace')?.text.trim().slice(0, 40)
    applyTag(giftiTags, 'CoordinateSystemTransformMatrix', context, space)
  }
  const geometry = readGeometry(array)
  if (geometry && isBesideScanner(geometry)) applyTag(giftiTags, 'VolGeom', context)
  const spaces = matrices.map((matrix) => findChild(matrix, 'DataSpace')?.text.trim() ?? '')
  if (spaces.some((space) => worldSpaces.test(space))) return 'RAS'
  return geometry && findSurfaceEnds(geometry)
}

/** Returns the volume that FreeSurfer names among the metadata of the vertices. */
function readGeometry(array: XmlElement): VolumeGeometry | undefined {
  const read = (name: string): string => findMetadata(array, `VolGeom${name}`) ?? ''
  return toVolumeGeometry((axis) =>
    ['R', 'A', 'S'].map((end) => read(`${axis.toUpperCase()}_${end}`)).join(' '),
  )
}
