/** The arrays of a GIFTI: their elements, names, and those that are values of vertices. */
import type { ElementArray } from '../../../../contract/domain/result/elements.ts'
import { parseBase64 } from '../../../../contract/wire/base64.ts'
import type { DecodeContext } from '../../format.ts'
import { inflate } from '../../inflate.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { applyTag } from '../../tag-table.ts'
import { elementBytes, type FileDtype, readSamples } from '../../volume/samples.ts'
import { findChild, listChildren, readCount, readNumbers, type XmlElement } from '../../xml-document.ts'
import type { VertexValues } from '../vertex-values.ts'
import { giftiTags } from './gifti-tags.ts'
import { readLabelTable } from './label-table.ts'

const dtypes: ReadonlyMap<string, FileDtype> = new Map([
  ['NIFTI_TYPE_UINT8', 'uint8'],
  ['NIFTI_TYPE_INT32', 'int32'],
  ['NIFTI_TYPE_FLOAT32', 'float32'],
  ['NIFTI_TYPE_FLOAT64', 'float64'],
])
const encodings = ['ASCII', 'Base64Binary', 'GZipBase64Binary', 'ExternalFileBinary']
const endians = ['BigEndian', 'LittleEndian']
/** The names in the library of the format, which some programs write in place of those of its text. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['GIFTI_ENCODING_ASCII', 'ASCII'],
  ['GIFTI_ENCODING_B64BIN', 'Base64Binary'],
  ['GIFTI_ENCODING_B64GZ', 'GZipBase64Binary'],
  ['GIFTI_ENCODING_EXTBIN', 'ExternalFileBinary'],
  ['GIFTI_ENDIAN_BIG', 'BigEndian'],
  ['GIFTI_ENDIAN_LITTLE', 'LittleEndian'],
])
const labels = 'NIFTI_INTENT_LABEL'
/** Deflate makes bytes at most so many times fewer. */
const mostDeflated = 1032
/** Values of vertices in a file, and how many of the arrays that may have them are left out. */
export interface FoundValues {
  readonly values?: VertexValues
  readonly others: number
}

/** For how many vertices values are wanted, and what they are called without a name: else by their intent. */
interface WantedValues {
  readonly vertexCount: number
  readonly name?: string
}

/**
 * Returns the first of some arrays with one value for each of so many vertices, with the labels that the
 * file's table names. None where the file lists the vertices that it means: it may leave some out.
 * @throws `file.undecodable`
 */
export async function readGiftiValues(
  root: XmlElement,
  arrays: readonly XmlElement[],
  { vertexCount, name }: WantedValues,
  context: DecodeContext,
): Promise<FoundValues> {
  if (arrays.some((array) => readIntent(array) === 'NIFTI_INTENT_NODE_INDEX')) {
    applyTag(giftiTags, 'NIFTI_INTENT_NODE_INDEX', context)
    return { others: 0 }
  }
  const first = arrays.find((array) => isOfVertices(array, vertexCount))
  if (!first) return { others: arrays.length }
  const scalars = Float32Array.from(await readArray(first, { columns: 1, context }))
  const table = readIntent(first) === labels ? findChild(root, 'LabelTable') : undefined
  const valueName =
    findMetadata(first, 'Name') ||
    name ||
    readIntent(first)
      .replace(/^NIFTI_INTENT_/, '')
      .toLowerCase()
  const values = { scalars, valueName, ...(table && readLabelTable(table, scalars)) }
  return { values, others: arrays.length - 1 }
}

/** Returns the intent of an array: `NIFTI_INTENT_POINTSET`, `NIFTI_INTENT_SHAPE` … */
export function readIntent({ attributes }: XmlElement): string {
  return attributes.get('Intent') ?? ''
}

function isOfVertices(array: XmlElement, count: number): boolean {
  const columns = array.attributes.get('Dimensionality') === '1' ? 1 : Number(array.attributes.get('Dim1'))
  return (
    columns === 1 &&
    array.attributes.get('Dim0') === String(count) &&
    dtypes.has(array.attributes.get('DataType') ?? '')
  )
}

/** Returns what the metadata of an array have under a name. */
export function findMetadata(array: XmlElement, name: string): string | undefined {
  const metadata = findChild(array, 'MetaData')
  const entries = metadata ? listChildren(metadata, 'MD') : []
  const named = entries.find((entry) => findChild(entry, 'Name')?.text.trim() === name)
  return named && findChild(named, 'Value')?.text.trim()
}

interface ArrayLayout {
  readonly columns: number
  readonly context: DecodeContext
}

/** Returns the elements of an array, row by row. @throws `file.undecodable` */
export async function readArray(array: XmlElement, { columns, context }: ArrayLayout): Promise<ElementArray> {
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
  if (readWord(attributes, 'Encoding') === 'ExternalFileBinary')
    applyTag(giftiTags, 'Encoding = ExternalFileBinary', context)
  requireKnown(attributes, 'Endian', endians)
  requireKnown(attributes, 'ArrayIndexingOrder', ['RowMajorOrder', 'ColumnMajorOrder'])
  requireBytes(`an array of ${rows}×${columns}`, Math.ceil(byteLength / mostDeflated), text.length)
  context.take(`An array of ${rows}×${columns}`, 2 * byteLength)
  const data = await readData(array, { text, dtype, count, byteLength })
  return columns > 1 && attributes.get('ArrayIndexingOrder') === 'ColumnMajorOrder'
    ? toRows(data, columns)
    : data
}

/** Returns the value of an attribute by the name that the format's text has for it. */
function readWord(attributes: XmlElement['attributes'], name: string): string {
  const value = attributes.get(name) ?? ''
  return otherNames.get(value) ?? value
}

/** Refuses an attribute that files before version 1.0 spell otherwise. An absent one has its default. */
function requireKnown(attributes: XmlElement['attributes'], name: string, known: readonly string[]): void {
  const value = readWord(attributes, name)
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
  const encoding = readWord(attributes, 'Encoding')
  if (encoding === 'ASCII') return readNumbers(text, count)
  const packed = parseBase64(text.replace(/\s+/g, ''))
  if (!packed) throw refuse('An array is not valid base64.')
  const bytes = encoding === 'Base64Binary' ? packed : await inflate(packed, byteLength, 'deflate')
  requireBytes('an array', byteLength, bytes.length)
  return readSamples(bytes, { dtype, count, isBigEndian: readWord(attributes, 'Endian') === 'BigEndian' })
}

function toRows(data: ElementArray, columns: number): ElementArray {
  const rows = data.length / columns
  return data.map((_, i) => data[(i % columns) * rows + Math.floor(i / columns)] ?? 0)
}
