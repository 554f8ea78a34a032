/** GIFTI 1.0: a surface in XML, its arrays as text, base64 or compressed. */
import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import type { MeshResult, PointCloudResult } from '../../../contract/domain/result/result.ts'
import { parseBase64 } from '../../../contract/wire/base64.ts'
import type { DecodeContext } from '../format.ts'
import { inflate } from '../inflate.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { applyTag } from '../tag-table.ts'
import { elementBytes, type FileDtype, readSamples } from '../volume/samples.ts'
import {
  findChild,
  listChildren,
  parseXml,
  readCount,
  readNumbers,
  type XmlElement,
} from '../xml-document.ts'
import { giftiTags } from './gifti-tags.ts'
import { readLabelTable } from './label-table.ts'
import { Polygons, toSurface } from './polygons.ts'
import { findSurfaceEnds, isBesideScanner, toVolumeGeometry, type VolumeGeometry } from './volume-geometry.ts'

const dtypes: ReadonlyMap<string, FileDtype> = new Map([
  ['NIFTI_TYPE_UINT8', 'uint8'],
  ['NIFTI_TYPE_INT32', 'int32'],
  ['NIFTI_TYPE_FLOAT32', 'float32'],
  ['NIFTI_TYPE_FLOAT64', 'float64'],
])
const points = 'NIFTI_INTENT_POINTSET'
const triangles = 'NIFTI_INTENT_TRIANGLE'
const encodings = ['ASCII', 'Base64Binary', 'GZipBase64Binary', 'ExternalFileBinary']
const labels = 'NIFTI_INTENT_LABEL'
/** Deflate makes bytes at most so many times fewer. */
const mostDeflated = 1032
/** The spaces of which the format's text says that their axes are those of NIfTI. */
const worldSpaces = /^NIFTI_XFORM_(SCANNER_ANAT|ALIGNED_ANAT|TALAIRACH|MNI_152)$/

/**
 * Returns the surface of a GIFTI file, with its first array of values for the vertices. @throws
 * `file.undecodable`
 */
export async function decodeGifti(
  bytes: Uint8Array,
  context: DecodeContext,
): Promise<MeshResult | PointCloudResult> {
  const root = parseXml(bytes, 'GIFTI')
  const arrays = listChildren(root, 'DataArray')
  const find = (intent: string) => arrays.find(({ attributes }) => attributes.get('Intent') === intent)
  const place = find(points)
  if (!place)
    throw refuse('It has values without a surface (NIFTI_INTENT_POINTSET); open the surface itself.')
  const orientation = readSpace(place, context)
  const positions = await readArray(place, { columns: 3, context })
  if (!positions.every(Number.isFinite)) throw refuse('Every coordinate must be finite.')
  const faces = find(triangles)
  const polygons = new Polygons(positions.length / 3, context)
  const corners = faces ? await readArray(faces, { columns: 3, context }) : []
  for (let at = 0; at < corners.length; at += 3)
    polygons.add([corners[at] ?? -1, corners[at + 1] ?? -1, corners[at + 2] ?? -1])
  const others = arrays.filter((array) => array !== place && array !== faces)
  const [first] = others.filter((array) => isOfVertices(array, positions.length / 3))
  if (others.length > (first ? 1 : 0)) applyTag(giftiTags, 'further DataArrays', context)
  const values = first && {
    scalars: Float32Array.from(await readArray(first, { columns: 1, context })),
    valueName: findName(first),
  }
  const table = first?.attributes.get('Intent') === labels ? findChild(root, 'LabelTable') : undefined
  const named = values && table && readLabelTable(table, values.scalars)
  return toSurface(
    {
      points: positions,
      indices: polygons.finish(positions, context),
      unit: 'mm',
      orientation,
      ...values,
      ...named,
    },
    context,
  )
}

function isOfVertices(array: XmlElement, count: number): boolean {
  const columns = array.attributes.get('Dimensionality') === '1' ? 1 : Number(array.attributes.get('Dim1'))
  return (
    columns === 1 &&
    array.attributes.get('Dim0') === String(count) &&
    dtypes.has(array.attributes.get('DataType') ?? '')
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

function findMetadata(array: XmlElement, name: string): string | undefined {
  const metadata = findChild(array, 'MetaData')
  const entries = metadata ? listChildren(metadata, 'MD') : []
  const named = entries.find((entry) => findChild(entry, 'Name')?.text.trim() === name)
  return named && findChild(named, 'Value')?.text.trim()
}

/** Returns the name of the values: what the metadata call them, else the intent. */
function findName(array: XmlElement): string {
  const intent = array.attributes.get('Intent') ?? ''
  return findMetadata(array, 'Name') || intent.replace('NIFTI_INTENT_', '').toLowerCase()
}

interface ArrayLayout {
  readonly columns: number
  readonly context: DecodeContext
}

/** Returns the elements of an array, row by row. */
async function readArray(array: XmlElement, { columns, context }: ArrayLayout): Promise<ElementArray> {
  const { attributes } = array
  const dtype = dtypes.get(attributes.get('DataType') ?? '')
  if (!dtype)
    throw refuse(
      `DataType must be ${[...dtypes.keys()].join(', ')} (got ${attributes.get('DataType') ?? 'none'}).`,
    )
  const rows = readCount(array, 'Dim0')
  if (columns > 1 && readCount(array, 'Dim1') !== columns)
    throw refuse(`An array must have ${columns} columns (Dim1).`)
  const count = rows * columns
  const byteLength = count * elementBytes[dtype]
  const text = findChild(array, 'Data')?.text.trim() ?? ''
  requireKnown(attributes, 'Encoding', encodings)
  if (attributes.get('Encoding') === 'ExternalFileBinary')
    applyTag(giftiTags, 'Encoding = ExternalFileBinary', context)
  requireKnown(attributes, 'Endian', ['BigEndian', 'LittleEndian'])
  requireKnown(attributes, 'ArrayIndexingOrder', ['RowMajorOrder', 'ColumnMajorOrder'])
  requireBytes(`an array of ${rows}×${columns}`, Math.ceil(byteLength / mostDeflated), text.length)
  context.take(`An array of ${rows}×${columns}`, 2 * byteLength)
  const data = await readData(array, { text, dtype, count, byteLength })
  return columns > 1 && attributes.get('ArrayIndexingOrder') === 'ColumnMajorOrder'
    ? toRows(data, columns)
    : data
}

/** Refuses an attribute that files before version 1.0 spell otherwise. An absent one has its default. */
function requireKnown(attributes: XmlElement['attributes'], name: string, known: readonly string[]): void {
  const value = attributes.get(name) ?? ''
  if ((value === '' && name !== 'Encoding') || known.includes(value)) return
  throw refuse(
    `${name} must be ${known.join(' or ')} (got ${value.slice(0, 40)}); ` +
      'write it anew with nibabel or gifti_tool.',
  )
}

interface EncodedData {
  readonly text: string
  readonly dtype: FileDtype
  readonly count: number
  readonly byteLength: number
}

async function readData(
  { attributes }: XmlElement,
  { text, dtype, count, byteLength }: EncodedData,
): Promise<ElementArray> {
  const encoding = attributes.get('Encoding') ?? ''
  if (encoding === 'ASCII') return readNumbers(text, count)
  const packed = parseBase64(text.replace(/\s+/g, ''))
  if (!packed) throw refuse('An array is not valid base64.')
  const bytes = encoding === 'Base64Binary' ? packed : await inflate(packed, byteLength, 'deflate')
  requireBytes('an array', byteLength, bytes.length)
  return readSamples(bytes, { dtype, count, isBigEndian: attributes.get('Endian') === 'BigEndian' })
}

function toRows(data: ElementArray, columns: number): ElementArray {
  const rows = data.length / columns
  return data.map((_, i) => data[(i % columns) * rows + Math.floor(i / columns)] ?? 0)
}
