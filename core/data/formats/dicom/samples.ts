/** Pixels of a file as samples in memory: grey, or RGB whatever colours they were stored as. */
import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { elementBytes, readSamples } from '../volume/samples.ts'
import { spreadBits, toRgb } from './colors.ts'
import type { DicomElements } from './elements.ts'
import type { PixelLayout } from './layout.ts'
import type { FrameDecoder } from './pixels/decode-frame.ts'
import { readTable } from './values.ts'

/** Returns the samples of a frame: `channels` for each pixel, unused bits cleared or filled with the sign. */
export type ReadFrame = (frame: number) => Promise<ElementArray>

/**
 * Returns the reader of a file's frames, `packed` where they are compressed. What they need is there.
 * @throws `file.undecodable`
 */
export function createFrameReader(
  file: DicomElements,
  layout: PixelLayout,
  { packed, decoder }: { readonly packed: readonly Uint8Array[]; readonly decoder: FrameDecoder },
): ReadFrame {
  const { codec } = file.syntax
  const { photometric } = layout
  if (/^YBR_(ICT|RCT)$/.test(photometric) && codec !== 'JPEG 2000')
    throw refuse(`Colours of ${photometric} are those of JPEG 2000 alone; save it as RGB.`)
  const finish = createFinish(file, layout)
  if (!codec) {
    const readPlain = createPlainReader(file, layout)
    return async (frame) => finish(readPlain(frame), false)
  }
  return async (frame) => {
    const bytes = packed[frame]
    if (!bytes) throw refuse(`Frame ${frame + 1} is missing.`)
    const { isRgb, sampleBytes, bytes: samples } = await decoder.decode(bytes, codec, layout)
    const { width, height, samples: perPixel, dtype, isSigned } = layout
    const count = width * height * perPixel
    const isByte = sampleBytes === 1
    const own =
      isByte === (elementBytes[dtype] === 1) ? dtype : isByte ? 'uint8' : isSigned ? 'int16' : 'uint16'
    return finish(readSamples(samples, { dtype: own, count, isBigEndian: false }), isRgb)
  }
}

/** Returns what makes samples of a frame out of stored ones. */
function createFinish(
  { data }: DicomElements,
  layout: PixelLayout,
): (stored: ElementArray, isRgb: boolean) => ElementArray {
  const { photometric, bits } = layout
  if (photometric === 'PALETTE COLOR') {
    const palette = ['x00281201', 'x00281202', 'x00281203'].map((tag) => {
      const descriptor = tag.replace('x002812', 'x002811')
      return readTable(data, { descriptor, data: tag, layout })
    })
    return (stored) => applyPalette(clearUnused(stored, layout), palette)
  }
  return (stored, isRgb) => {
    const clear = clearUnused(stored, layout)
    if (layout.samples === 1) return clear
    const isYbr = photometric.startsWith('YBR_FULL') && !isRgb
    return spreadBits(isYbr ? toRgb(clear, bits) : clear, bits)
  }
}

type Palette = readonly { readonly first: number; readonly entries: Uint16Array; readonly bits: number }[]

function applyPalette(stored: ElementArray, palette: Palette): ElementArray {
  const isWide = palette.some(({ bits }) => bits > 8)
  const colors = isWide ? new Uint16Array(3 * stored.length) : new Uint8Array(3 * stored.length)
  palette.forEach(({ first, entries }, channel) => {
    const last = entries.length - 1
    for (let i = 0; i < stored.length; i++)
      colors[3 * i + channel] = entries[Math.min(Math.max((stored[i] ?? 0) - first, 0), last)] ?? 0
  })
  return colors
}

/** Returns the reader of samples that are not compressed. @throws `file.undecodable` without all of them */
function createPlainReader(
  { data, bytes, syntax }: DicomElements,
  layout: PixelLayout,
): (frame: number) => ElementArray {
  const { width, height, frames, samples, dtype, bitsAllocated, photometric, isPlanar } = layout
  const element = data.elements.x7fe00010 ?? data.elements.x7fe00008 ?? data.elements.x7fe00009
  if (!element) throw refuse('There are no pixels in it.')
  const there = bytes.subarray(element.dataOffset, element.dataOffset + element.length)
  const isSwapped = syntax.isBigEndian && element.vr === 'OW' && bitsAllocated <= 8
  const content = isSwapped ? swapPairs(there) : there
  const pixels = width * height
  const isHalved = photometric === 'YBR_FULL_422'
  if (isHalved && width % 2 === 1)
    throw refuse(`Rows of YBR_FULL_422 must have an even length (got ${width}).`)
  const count = isHalved ? 2 * pixels : samples * pixels
  const frameBytes = (count * bitsAllocated) / 8
  requireBytes(
    `${frames} frames of ${width}×${height} ${dtype}`,
    Math.ceil(frames * frameBytes),
    content.length,
  )
  if (bitsAllocated === 1) return (frame) => readBits(content, frame * pixels, pixels)
  return (frame) => {
    const part = content.subarray(frame * frameBytes)
    const stored = readSamples(part, { dtype, count, isBigEndian: syntax.isBigEndian })
    if (isHalved) return repeatColors(stored)
    return isPlanar ? interleave(stored, samples) : stored
  }
}

/** Bits stand one after the other, the lowest of a byte first; frames do not begin at a byte. */
function readBits(content: Uint8Array, from: number, count: number): Uint8Array {
  return Uint8Array.from(
    { length: count },
    (_, i) => ((content[(from + i) >> 3] ?? 0) >> ((from + i) & 7)) & 1,
  )
}

/** Bytes in words of which the high one comes first. */
function swapPairs(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes, (_, i) => bytes[i ^ 1] ?? 0)
}

/** Turns planes of colours into pixels. */
function interleave(planes: ElementArray, samples: number): ElementArray {
  const pixels = planes.length / samples
  const together = planes.slice()
  for (let sample = 0; sample < samples; sample++)
    for (let i = 0; i < pixels; i++) together[i * samples + sample] = planes[sample * pixels + i] ?? 0
  return together
}

/** Turns two pixels of Y, Y, Cb, Cr into six samples. */
function repeatColors(pairs: ElementArray): ElementArray {
  const length = (pairs.length / 2) * 3
  const whole = pairs instanceof Uint16Array ? new Uint16Array(length) : new Uint8Array(length)
  for (let from = 0, to = 0; from < pairs.length; from += 4, to += 6) {
    const [first = 0, second = 0, blue = 0, red = 0] = pairs.subarray(from, from + 4)
    whole.set([first, blue, red, second, blue, red], to)
  }
  return whole
}

function clearUnused(
  stored: ElementArray,
  { dtype, bits, low, isFloat, isSigned }: PixelLayout,
): ElementArray {
  if (isFloat || (low === 0 && bits === 8 * elementBytes[dtype])) return stored
  const [left, right] = [32 - bits - low, 32 - bits]
  const clear = stored.slice()
  for (let i = 0; i < clear.length; i++) {
    const raised = (stored[i] ?? 0) << left
    clear[i] = isSigned ? raised >> right : raised >>> right
  }
  return clear
}
