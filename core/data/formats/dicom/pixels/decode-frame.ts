/** One compressed frame as samples. Its head is held against the file's sizes before a codec sees it. */
import type { DecodeContext } from '../../format.ts'
import { decodeJpeg } from '../../jpeg/jpeg.ts'
import { refuse } from '../../refusal.ts'
import { elementBytes } from '../../volume/samples.ts'
import { applyElement } from '../dicom-tags.ts'
import type { PixelLayout } from '../layout.ts'
import type { Codec } from '../transfer-syntaxes.ts'
import { type FrameHead, readFrameHead } from './jpeg-heads.ts'
import { decodeJpegLossless } from './jpeg-lossless.ts'
import { decodeRle } from './rle.ts'
import { loadCodec, type WasmCodec, type WasmCodecName } from './wasm-codec.ts'

/** Samples of a frame, interleaved. */
export interface DecodedFrame {
  /** The bytes of the samples, the low one first. */
  readonly bytes: Uint8Array
  /** Bytes of a sample. */
  readonly sampleBytes: number
  /** The samples are RGB, whatever the file calls them. */
  readonly isRgb: boolean
}

/** The codecs of one decoding: those of packages are loaded when they are needed. */
export class FrameDecoder {
  readonly #context: DecodeContext
  readonly #loaded = new Map<WasmCodecName, Promise<WasmCodec>>()

  readonly #notes = new Set<string>()

  constructor(context: DecodeContext) {
    this.#context = context
  }

  /** Decodes a frame. @throws `file.undecodable` */
  async decode(bytes: Uint8Array, codec: Codec, layout: PixelLayout): Promise<DecodedFrame> {
    if (codec === 'RLE') return toRle(bytes, layout)
    const frame = readFrameHead(bytes, codec)
    requireSize(frame, layout, codec === 'JPEG 2000')
    const isRgb = frame.isTransformed === true
    const sampleBytes = frame.precision > 8 ? 2 : 1
    if (codec === 'JPEG 2000' || frame.marker === jpegLs) {
      const name = codec === 'JPEG 2000' ? codec : 'JPEG-LS'
      return { bytes: await this.#decodeByPackage(bytes, name, frame), sampleBytes, isRgb }
    }
    if (frame.marker !== lossless) return await this.#decodeJpeg(bytes, frame, layout)
    const { buffer, byteOffset, byteLength } = decodeJpegLossless(bytes, frame)
    return { bytes: new Uint8Array(buffer, byteOffset, byteLength), sampleBytes, isRgb }
  }

  async #decodeByPackage(bytes: Uint8Array, name: WasmCodecName, frame: FrameHead): Promise<Uint8Array> {
    const loading = this.#loaded.get(name) ?? loadCodec(name, this.#context)
    this.#loaded.set(name, loading)
    try {
      return (await loading).decode(bytes, frame)
    } catch (error) {
      this.#loaded.delete(name) // a failure within may have left its memory in disorder
      throw error
    }
  }

  /**
   * The decoder of pictures transforms three components to RGB, where the head of the JPEG does not say that
   * they are. Where it says nothing, the file decides.
   */
  async #decodeJpeg(
    bytes: Uint8Array,
    { precision, components, colors, names, at }: FrameHead,
    { photometric }: PixelLayout,
  ): Promise<DecodedFrame> {
    if (precision !== 8) applyElement('JPEG Extended of 12 bits', () => {})
    const isPlain = components === 3 && colors === undefined && photometric === 'RGB'
    if (isPlain && names.join() === '1,2,3') this.#note(doubtfulColors)
    const { data } = decodeJpeg(isPlain ? markAsRgb(bytes, at) : bytes, this.#context)
    return { bytes: new Uint8Array(data), sampleBytes: 1, isRgb: components === 3 }
  }

  #note(sentence: string): void {
    if (!this.#notes.has(sentence)) this.#context.onNote(sentence)
    this.#notes.add(sentence)
  }
}

const doubtfulColors =
  'Its colours are taken for RGB, as the file says, though its JPEG is written like YCbCr.'

/** Markers of frames: the processes of JPEG lossless and of JPEG-LS. */
const lossless = 0xc3
const jpegLs = 0xf7

function toRle(bytes: Uint8Array, { width, height, samples, dtype }: PixelLayout): DecodedFrame {
  const sampleBytes = elementBytes[dtype]
  const unpacked = decodeRle(bytes, { pixels: width * height, samples, sampleBytes })
  return { bytes: unpacked, sampleBytes, isRgb: false }
}

/** @throws `file.undecodable` where a compressed frame is of another size than the file says */
function requireSize(
  { width, height, components, precision }: FrameHead,
  layout: PixelLayout,
  isJpeg2000: boolean,
): void {
  const bits = layout.bitsAllocated
  const isSame = width === layout.width && height === layout.height && components === layout.samples
  // The samples of a mask have one bit, which of these codecs JPEG 2000 alone has.
  const least = isJpeg2000 ? 1 : 2
  if (isSame && precision >= least && precision <= Math.min(bits, 16)) return
  const found = `${width}×${height} with ${components} samples of ${precision} bits`
  const range = bits > least ? `${least} to ${Math.min(bits, 16)}` : `${bits}`
  const wanted = `${layout.width}×${layout.height} with ${layout.samples} of ${range}`
  throw refuse(`A compressed frame must be of the size that the file says (got ${found}; it says ${wanted}).`)
}

/** Puts the mark of Adobe for RGB before the frame of a JPEG. */
function markAsRgb(bytes: Uint8Array, at: number): Uint8Array {
  const adobe = Array.from('Adobe', (letter) => letter.charCodeAt(0))
  const mark = [0xff, 0xee, 0, 14, ...adobe, 0, 100, 0, 0, 0, 0, 0]
  const marked = new Uint8Array(bytes.length + mark.length)
  marked.set(bytes.subarray(0, at))
  marked.set(mark, at)
  marked.set(bytes.subarray(at), at + mark.length)
  return marked
}
