import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { parseBase64 } from '../../../contract/wire/base64.ts'
import type { DecodeContext } from '../format.ts'
import { inflate, joinPieces } from '../inflate.ts'
import { toView } from '../number-readers.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { applyTag } from '../tag-table.ts'
import { elementBytes, type FileDtype, readSamples } from '../volume/samples.ts'
import { readCount, readNumbers, type XmlElement } from '../xml-document.ts'
import { vtkTags } from './vtk-tags.ts'

const dtypes: ReadonlyMap<string, FileDtype> = new Map([
  ['Int8', 'int8'],
  ['UInt8', 'uint8'],
  ['Int16', 'int16'],
  ['UInt16', 'uint16'],
  ['Int32', 'int32'],
  ['UInt32', 'uint32'],
  ['Int64', 'int64'],
  ['UInt64', 'uint64'],
  ['Float32', 'float32'],
  ['Float64', 'float64'],
])
const known = [...dtypes.keys()].join(', ')
const latin = new TextDecoder('latin1')
/** Deflate makes bytes at most so many times fewer. */
const mostDeflated = 1032
const leastWindow = 2 ** 16

/** The bytes behind the elements of a file, and its elements alone. */
export interface VtkSections {
  readonly head: Uint8Array
  readonly appended: Uint8Array
}

/** Parts a file at its AppendedData, whose bytes are no XML. @throws `file.undecodable` */
export function findAppended(bytes: Uint8Array): VtkSections {
  const mark = '<AppendedData'
  for (let at = bytes.indexOf(0x3c); at >= 0; at = bytes.indexOf(0x3c, at + 1)) {
    if (bytes[at + 1] !== 0x41 || latin.decode(bytes.slice(at, at + mark.length)) !== mark) continue
    const start = bytes.indexOf(0x5f, at) + 1 // an underscore
    if (start === 0) throw refuse('The file is truncated: AppendedData has no beginning.')
    const end = new TextEncoder().encode('</AppendedData></VTKFile>')
    return {
      head: joinPieces([bytes.subarray(0, start), end], start + end.length),
      appended: bytes.subarray(start),
    }
  }
  return { head: bytes, appended: bytes.subarray(0, 0) }
}

/** Reads the arrays of a file, as text, base64 or bytes. */
export class VtkArrays {
  readonly #appended: Uint8Array
  readonly #context: DecodeContext
  readonly #isBigEndian: boolean
  readonly #lengthBytes: 4 | 8
  readonly #isCompressed: boolean
  readonly #isRaw: boolean

  constructor(root: XmlElement, appended: Uint8Array, context: DecodeContext) {
    const { attributes, children } = root
    this.#appended = appended
    this.#context = context
    this.#isBigEndian = attributes.get('byte_order') === 'BigEndian'
    this.#lengthBytes = attributes.get('header_type') === 'UInt64' ? 8 : 4
    const compressor = attributes.get('compressor') ?? ''
    this.#isCompressed = compressor === 'vtkZLibDataCompressor'
    if (compressor !== '' && !this.#isCompressed) applyTag(vtkTags, 'compressor', context)
    this.#isRaw = children.find(({ name }) => name === 'AppendedData')?.attributes.get('encoding') === 'raw'
  }

  /** Returns so many elements of a DataArray. @throws `file.undecodable` */
  async read(array: XmlElement, count: number): Promise<ElementArray> {
    return await this.#read(array, count, (dtype) => dtype)
  }

  /**
   * Returns the coordinates of so many points. Text has more digits than the float32 that it says it is, as
   * coordinates of maps need. @throws `file.undecodable`
   */
  async readPoints(array: XmlElement, count: number): Promise<ElementArray> {
    return await this.#read(array, 3 * count, () => 'float64')
  }

  async #read(
    array: XmlElement,
    count: number,
    ofText: (dtype: FileDtype) => FileDtype,
  ): Promise<ElementArray> {
    const { attributes, text } = array
    const dtype = dtypes.get(attributes.get('type') ?? '')
    if (!dtype)
      throw refuse(`type must be one of ${known} (got ${cutText(attributes.get('type') ?? 'none', 40)}).`)
    const byteLength = count * elementBytes[dtype]
    const format = attributes.get('format') ?? 'ascii'
    const there = format === 'appended' ? this.#appended.length : text.length
    requireBytes(
      `an array of ${count} numbers`,
      format === 'ascii' ? 2 * count - 1 : byteLength / mostDeflated,
      there,
    )
    this.#context.take(`An array of ${count} numbers`, 2 * byteLength)
    if (format === 'ascii') return toKind(readNumbers(text, count), ofText(dtype))
    const source = format === 'appended' ? this.#openAppended(array, byteLength) : toBase64Source(text)
    const bytes = await this.#readBytes(source, byteLength)
    if (bytes.length < byteLength)
      throw refuse(`An array must have ${byteLength} bytes (got ${bytes.length}).`)
    return readSamples(bytes, { dtype, count, isBigEndian: this.#isBigEndian })
  }

  #openAppended(array: XmlElement, byteLength: number): ByteSource {
    const start = readCount(array, 'offset')
    requireBytes('an array of AppendedData', start + this.#lengthBytes, this.#appended.length)
    // Base64 takes a third more, and lengths of blocks little; other arrays follow.
    const bytes = this.#appended.subarray(start, start + 4 * byteLength + leastWindow)
    if (!this.#isRaw) return toBase64Source(latin.decode(bytes.slice()))
    let at = 0
    return (length) => {
      requireBytes('an array', length, bytes.length - at)
      at += length
      return bytes.subarray(at - length, at)
    }
  }

  /** Reads one block with its length, or those of zlib with all their lengths before them. */
  async #readBytes(source: ByteSource, byteLength: number): Promise<Uint8Array> {
    const first = this.#toNumbers(source(this.#lengthBytes))
    if (!this.#isCompressed) return source(Math.min(first[0] ?? 0, byteLength))
    const [blockCount = 0] = first
    if (blockCount > byteLength) throw refuse(`${blockCount} blocks for ${byteLength} bytes cannot be.`)
    const lengths = this.#toNumbers(source((2 + blockCount) * this.#lengthBytes))
    const pieces: Uint8Array[] = []
    let length = 0
    for (const packed of lengths.slice(2)) {
      const piece = await inflate(source(packed), byteLength - length, 'deflate')
      pieces.push(piece)
      length += piece.length
    }
    return joinPieces(pieces, length)
  }

  #toNumbers(bytes: Uint8Array): number[] {
    const view = toView(bytes)
    const isLittle = !this.#isBigEndian
    return Array.from({ length: bytes.length / this.#lengthBytes }, (_, i) =>
      this.#lengthBytes === 4 ? view.getUint32(4 * i, isLittle) : Number(view.getBigUint64(8 * i, isLittle)),
    )
  }
}

/** Returns the next bytes. @throws `file.undecodable` where fewer are left */
type ByteSource = (length: number) => Uint8Array

/**
 * Returns the bytes of base64. Programs encode the lengths with what follows, or by themselves with a
 * padding.
 */
function toBase64Source(text: string): ByteSource {
  const packed = text.replace(/\s+/g, '')
  let at = 0
  let rest = new Uint8Array()
  return (length) => {
    const pieces = [rest]
    let found = rest.length
    while (found < length) {
      const padding = packed.indexOf('=', at)
      const wanted = at + 4 * Math.ceil((length - found) / 3)
      const end = padding >= 0 && padding < wanted ? at + 4 * Math.floor((padding - at) / 4 + 1) : wanted
      requireBytes('an array', length - found, Math.floor(((packed.length - at) / 4) * 3))
      const piece = parseBase64(packed.slice(at, end))
      if (!piece) throw refuse('An array is not valid base64.')
      pieces.push(piece)
      found += piece.length
      at = end
    }
    const bytes = joinPieces(pieces, found)
    rest = bytes.slice(length)
    return bytes.subarray(0, length)
  }
}

/** Numbers of text in the class of their type. */
function toKind(numbers: Float64Array, dtype: FileDtype): ElementArray {
  const empty = readSamples(new Uint8Array(numbers.length * elementBytes[dtype]), {
    dtype,
    count: numbers.length,
    isBigEndian: false,
  })
  empty.set(numbers)
  return empty
}
