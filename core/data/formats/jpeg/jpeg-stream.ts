import { toView } from '../number-readers.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { refuseTag, type TagOf } from '../tag-table.ts'
import { createStandardTables, type HuffmanTable, toHuffmanTable } from './huffman-table.ts'
import { zigzag } from './inverse-dct.ts'
import { jpegTags } from './jpeg-tags.ts'

/** A component of a frame: luminance or one of the colours. */
export interface JpegComponent {
  readonly id: number
  /** Samples across and down in a unit of all components (MCU). */
  readonly across: number
  readonly down: number
  /** The number of its table of quantizers. */
  readonly table: number
}

/** The sizes of a picture, and its way of coding. */
export interface JpegFrame {
  readonly width: number
  readonly height: number
  readonly isProgressive: boolean
  readonly components: readonly JpegComponent[]
}

/** A scan, whose bits begin at `at`. */
export interface JpegScan {
  readonly at: number
  readonly parts: readonly {
    readonly component: number
    readonly dcTable: number
    readonly acTable: number
  }[]
  readonly from: number
  readonly to: number
  /** The bit position of an earlier scan of these coefficients, 0 for none, and that of this one. */
  readonly high: number
  readonly low: number
}

const refusedFrames: { readonly [marker: number]: TagOf<typeof jpegTags> } = {
  195: 'SOF3',
  197: 'SOF5 to SOF7',
  198: 'SOF5 to SOF7',
  199: 'SOF5 to SOF7',
  201: 'SOF9 to SOF15',
  202: 'SOF9 to SOF15',
  203: 'SOF9 to SOF15',
  205: 'SOF9 to SOF15',
  206: 'SOF9 to SOF15',
  207: 'SOF9 to SOF15',
  247: 'SOF55',
}

/** The segments of a JPEG (ISO/IEC 10918-1, annex B) from its beginning on, as far as they were asked for. */
export class JpegStream {
  readonly bytes: Uint8Array
  readonly quantizers = new Map<number, Int32Array>()
  readonly huffman: Map<number, HuffmanTable> = createStandardTables()
  /** The segments of applications by their marker, from 0 (APP0) to 15, without their lengths. */
  readonly applications: { readonly number: number; readonly content: Uint8Array }[] = []
  frame: JpegFrame | undefined
  restartInterval = 0
  /** The first thing that is not as it must be, where the rest can be shown. */
  damage: string | undefined
  /** The place from which the next segment is looked for. */
  at = 2

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Returns the next scan; undefined behind the last. @throws `file.undecodable` */
  nextScan(): JpegScan | undefined {
    for (;;) {
      const marker = this.#findMarker()
      if (marker === undefined || marker === 0xd9) return undefined
      if (marker === 0xd8 || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) continue
      const length = this.bytes.length - this.at < 2 ? 2 : toView(this.bytes).getUint16(this.at)
      if (length < 2) throw refuse(`The segment at byte ${this.at - 2} must have a length (got ${length}).`)
      const content = this.bytes.subarray(this.at + 2, this.at + length)
      const start = this.at + length
      if (content.length < length - 2) {
        this.damage ??= 'it ends within a segment'
        if (marker >= 0xe0) return undefined
        requireBytes('a segment of a JPEG', length - 2, content.length)
      }
      this.at = start
      if (marker === 0xda) return this.#readScan(content, start)
      this.#readSegment(marker, content)
    }
  }

  /** Goes behind the next marker and returns its code; undefined at the end of the bytes. */
  #findMarker(): number | undefined {
    const { bytes } = this
    const start = this.at
    let at = start
    while (at + 1 < bytes.length && !(bytes[at] === 0xff && (bytes[at + 1] ?? 0) % 0xff !== 0)) at++
    if (at + 1 >= bytes.length) {
      this.damage ??= 'it has no end'
      return undefined
    }
    if (bytes.subarray(start, at).some((byte) => byte !== 0xff) && !this.#isInScan)
      this.damage ??= `there are ${at - start} bytes of no segment`
    this.#isInScan = false
    this.at = at + 2
    return bytes[at + 1]
  }

  /** Whether the bytes before the next marker are those of a scan, of which some may be left. */
  #isInScan = false

  #readSegment(marker: number, content: Uint8Array): void {
    const refused = refusedFrames[marker]
    if (refused) throw refuseTag(jpegTags, refused)
    if (marker >= 0xc0 && marker <= 0xc2) this.frame ??= readFrame(content, marker === 0xc2)
    else if (marker === 0xc4) this.#readHuffman(content)
    else if (marker === 0xdb) this.#readQuantizers(content)
    else if (marker === 0xdd && content.length >= 2) this.restartInterval = toView(content).getUint16(0)
    else if (marker >= 0xe0 && marker <= 0xef) this.applications.push({ number: marker - 0xe0, content })
  }

  #readHuffman(content: Uint8Array): void {
    for (let at = 0; at + 17 <= content.length; ) {
      const place = content[at] ?? 0
      const counts = content.subarray(at + 1, at + 17)
      const length = counts.reduce((total, count) => total + count, 0)
      at += 17
      if (length > 256) throw refuse(`A Huffman table must have at most 256 codes (got ${length}).`)
      requireBytes('a Huffman table', length, content.length - at)
      this.huffman.set(place, toHuffmanTable(counts, content.slice(at, at + length)))
      at += length
    }
  }

  #readQuantizers(content: Uint8Array): void {
    for (let at = 0; at < content.length; ) {
      const head = content[at++] ?? 0
      const size = head >> 4 ? 2 : 1
      requireBytes('a table of quantizers', 64 * size, content.length - at)
      const view = toView(content)
      const steps = new Int32Array(64)
      for (let i = 0; i < 64; i++, at += size)
        steps[zigzag[i] ?? 0] = size === 2 ? view.getUint16(at) : view.getUint8(at)
      this.quantizers.set(head & 15, steps)
    }
  }

  #readScan(content: Uint8Array, at: number): JpegScan {
    const count = content[0] ?? 0
    requireBytes('the head of a scan', 4 + 2 * count, content.length)
    const components = this.frame?.components
    if (!components) throw refuse('The image data come before the size of the image.')
    const parts = Array.from({ length: count }, (_, i) => {
      const component = components.findIndex(({ id }) => id === content[1 + 2 * i])
      const tables = content[2 + 2 * i] ?? 0
      if (component < 0) throw refuse(`A scan must have components of the image (got ${content[1 + 2 * i]}).`)
      return { component, dcTable: tables >> 4, acTable: 16 + (tables & 15) }
    })
    if (count === 0 || new Set(parts.map(({ component }) => component)).size < count)
      throw refuse('A scan must have each of its components once.')
    const [from = 0, to = 63, approximation = 0] = content.subarray(1 + 2 * count)
    this.#isInScan = true
    return { at, parts, from, to, high: approximation >> 4, low: approximation & 15 }
  }
}

function readFrame(content: Uint8Array, isProgressive: boolean): JpegFrame {
  requireBytes('the frame of a JPEG', 6, content.length)
  const view = toView(content)
  const [depth, height, width] = [view.getUint8(0), view.getUint16(1), view.getUint16(3)]
  if (depth === 12) throw refuseTag(jpegTags, 'SOF1 of 12 bits')
  if (depth !== 8) throw refuse(`A JPEG must have 8 bits a sample (got ${depth}); save it as PNG.`)
  const count = view.getUint8(5)
  if (count === 2) throw refuseTag(jpegTags, 'SOF of 2 components')
  if (![1, 3, 4].includes(count))
    throw refuse(`A JPEG must have 1, 3 or 4 components (got ${count}); save it as PNG.`)
  requireBytes('the frame of a JPEG', 6 + 3 * count, content.length)
  if (width === 0 || height === 0) {
    if (width > 0) throw refuseTag(jpegTags, 'DNL')
    throw refuse(`An image must have pixels (got ${width}×${height}).`)
  }
  const components = Array.from({ length: count }, (_, i) => {
    const [id = 0, sampling = 0, table = 0] = content.subarray(6 + 3 * i)
    // Sampling has no meaning for a single component (section A.2.2).
    const [across, down] = count === 1 ? [1, 1] : [sampling >> 4, sampling & 15]
    if (across < 1 || across > 4 || down < 1 || down > 4)
      throw refuse(`A component must have 1 to 4 samples across and down (got ${across}×${down}).`)
    return { id, across, down, table }
  })
  return { width, height, isProgressive, components }
}
