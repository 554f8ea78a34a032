/** The elements of a DICOM file. The library finds them; what it throws becomes sentences. */
import type { DataSet } from 'dicom-parser'
import { Inflate } from 'fflate'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { joinPieces } from '../inflate.ts'
import { toView } from '../number-readers.ts'
import { refuse, requireBytes, requireWithin } from '../refusal.ts'
import {
  explicitBig,
  explicitLittle,
  findSyntax,
  implicitLittle,
  type TransferSyntax,
} from './transfer-syntaxes.ts'

/** The elements of a file up to its pixels, which are the last one of them. */
export interface DicomElements {
  readonly data: DataSet
  /** The bytes in which the elements lie: inflated ones where the file is deflated. */
  readonly bytes: Uint8Array
  readonly syntax: TransferSyntax
}

const pixelData = 'x7fe00010'
const preambleBytes = 128
const latin = new TextDecoder('latin1')
const unicode = new TextDecoder()
/** Bytes that are inflated at once. */
const packedBytes = 2 ** 16
/** Most values of an element that are read. */
const mostValues = 65_536

/**
 * Returns the elements of a file, which may lack its preamble or its meta header. An element `until` ends the
 * search; a file may be cut behind it.
 * @throws `file.undecodable`
 */
export async function readElements(
  bytes: Uint8Array,
  { byteLimit, until = pixelData }: { readonly byteLimit: number; readonly until?: string },
): Promise<DicomElements> {
  const { parseDicom } = await loadLibrary()
  const { start, syntaxUid } = readMetaHeader(bytes)
  const body = bytes.subarray(start)
  const syntax = findSyntax(syntaxUid ?? guessSyntax(body))
  const content = syntax.isDeflated ? inflateRaw(body, byteLimit) : body
  const TransferSyntaxUID = syntax.isBigEndian
    ? syntax.uid
    : hasTypes(content)
      ? explicitLittle
      : implicitLittle
  const parse = () => parseDicom(content, { TransferSyntaxUID, untilTag: until })
  const data = translateErrors(() => readLongElements(parse))
  return { data, bytes: content, syntax }
}

/** Returns whether elements say their types, which some writers do otherwise than their syntax says. */
function hasTypes([, , , , first = 0, second = 0]: Uint8Array): boolean {
  return isLetter(first) && isLetter(second)
}

function isLetter(code: number): boolean {
  return code >= 65 && code <= 90
}

/** Inflates bytes without a head, piece by piece, so that the limit holds. Bytes behind the end are left. */
function inflateRaw(packed: Uint8Array, byteLimit: number): Uint8Array {
  const pieces: Uint8Array[] = []
  let length = 0
  const stream = new Inflate((piece) => {
    length += piece.length
    requireWithin('What is deflated', length, byteLimit)
    pieces.push(piece)
  })
  try {
    for (let at = 0; at < packed.length; at += packedBytes)
      stream.push(packed.subarray(at, at + packedBytes), at + packedBytes >= packed.length)
  } catch (error) {
    if (error instanceof SpecimenError) throw error
    throw refuse('The deflated bytes are damaged or truncated.', error)
  }
  return joinPieces(pieces, length)
}

/**
 * Returns the elements that `parse` finds. The library knows no type OV, that of the table of offsets before
 * the pixels, and takes what follows it for elements: these are read again.
 */
function readLongElements(parse: () => DataSet): DataSet {
  let data: DataSet
  try {
    data = parse()
  } catch (error) {
    if (!isWrapped(error) || error.dataSet?.elements.x7fe00001?.vr !== 'OV') throw error
    data = error.dataSet
  }
  const table = data.elements.x7fe00001
  if (table?.vr !== 'OV') return data
  const { byteArray: bytes } = data
  const view = toView(bytes)
  for (let at = table.dataOffset - 8; at + 12 <= bytes.length; ) {
    const number = view.getUint16(at + 2, true)
    const tag = `x7fe0${number.toString(16).padStart(4, '0')}`
    const vr = latin.decode(bytes.subarray(at + 4, at + 6))
    const length = view.getUint32(at + 8, true)
    if (view.getUint16(at, true) !== 0x7fe0 || !/^O[BVW]$/.test(vr)) break
    data.elements[tag] = { tag, vr, length, dataOffset: at + 12 }
    if (tag === pixelData) break
    at += 12 + length
  }
  return data
}

/** Returns what `read` returns, and errors of the library as refusals. @throws `file.undecodable` */
export function translateErrors<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Returns an error as the refusal of a damaged file. */
export function toRefusal(error: unknown): SpecimenError {
  if (error instanceof SpecimenError) return error
  const cause = isWrapped(error) ? error.exception : error
  if (cause instanceof RangeError && /call stack/.test(cause.message))
    return refuse('Its sequences are nested too deeply; is it damaged?', cause)
  return refuse('The file is truncated or damaged: an element in it does not end where it says.', cause)
}

function isWrapped(error: unknown): error is { readonly exception: unknown; readonly dataSet?: DataSet } {
  return typeof error === 'object' && error !== null && 'exception' in error
}

async function loadLibrary(): Promise<typeof import('dicom-parser')> {
  const script = await import('dicom-parser')
  return 'default' in script ? script.default : script // Node has the members of a CommonJS module there
}

/** Returns the place where the data set begins, and its transfer syntax where the meta header names it. */
function readMetaHeader(bytes: Uint8Array): { readonly start: number; readonly syntaxUid?: string } {
  const view = toView(bytes)
  const isMarked = latin.decode(bytes.subarray(preambleBytes, preambleBytes + 4)) === 'DICM'
  let at = isMarked ? preambleBytes + 4 : 0
  let syntaxUid: string | undefined
  while (at + 8 <= bytes.length && view.getUint16(at, true) === 2) {
    const element = view.getUint16(at + 2, true)
    const vr = latin.decode(bytes.subarray(at + 4, at + 6))
    const isLong = /^(O[BDLVW]|UN|UT)$/.test(vr)
    if (isLong && at + 12 > bytes.length) break
    const length = isLong ? view.getUint32(at + 8, true) : view.getUint16(at + 6, true)
    const start = at + (isLong ? 12 : 8)
    if (element === 0x10) syntaxUid = trim(latin.decode(bytes.subarray(start, start + Math.min(length, 64))))
    at = start + length
  }
  const start = Math.min(at, bytes.length)
  return syntaxUid === undefined ? { start } : { start, syntaxUid }
}

/** Returns the plain syntax in which the first element is written. @throws `file.undecodable` */
function guessSyntax(body: Uint8Array): string {
  const [first = 0, second = 0] = body
  requireBytes('its first element', 8, body.length)
  if (first === 0 && second > 0 && hasTypes(body)) return explicitBig
  if (second !== 0)
    throw refuse('It has neither a preamble with DICM nor elements at its beginning; is it another format?')
  return hasTypes(body) ? explicitLittle : implicitLittle
}

/** Returns a text without the blanks and zeros around it; undefined where it is missing or empty. */
export function readText(data: DataSet, tag: string): string | undefined {
  const element = data.elements[tag]
  if (!element || element.length > 4096) return undefined
  return trim(data.string(tag) ?? '') || undefined
}

function trim(text: string): string {
  return text.replace(/\0.*$/s, '').trim()
}

/** Returns the numbers of an element of texts (DS, IS); none where one of them is not finite. */
export function readNumbers(data: DataSet, tag: string): number[] {
  const element = data.elements[tag]
  if (!element || element.length === 0 || element.length > 32 * mostValues) return []
  const bytes = data.byteArray.subarray(element.dataOffset, element.dataOffset + element.length)
  const texts = latin.decode(bytes).split('\\').map(trim)
  const numbers = texts.map((text) => (text === '' ? Number.NaN : Number(text)))
  return numbers.every(Number.isFinite) ? numbers : []
}

/** Returns the numbers of an element of unsigned integers of 16 bits (US, or OW). */
export function readIntegers(data: DataSet, tag: string): number[] {
  const count = Math.min((data.elements[tag]?.length ?? 0) / 2, mostValues)
  return Array.from({ length: Math.floor(count) }, (_, i) => data.uint16(tag, i) ?? 0)
}

/** Returns the first item of a sequence. */
export function readItem(data: DataSet, tag: string): DataSet | undefined {
  return data.elements[tag]?.items?.[0]?.dataSet
}

/** Returns the items of a sequence. */
export function readItems(data: DataSet, tag: string): DataSet[] {
  return (data.elements[tag]?.items ?? []).flatMap(({ dataSet }) => dataSet ?? [])
}

/** Returns a text for people: in UTF-8 where the file says so, else in Latin. */
export function readName(file: DataSet, set: DataSet, tag: string): string | undefined {
  const element = set.elements[tag]
  if (!element || element.length > 4096) return undefined
  const bytes = set.byteArray.subarray(element.dataOffset, element.dataOffset + element.length)
  const isUnicode = /\bISO_IR 192\b/.test(readText(file, 'x00080005') ?? '')
  return trim((isUnicode ? unicode : latin).decode(bytes)) || undefined
}
