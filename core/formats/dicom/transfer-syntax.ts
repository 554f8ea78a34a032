import { refuse } from '../refusal.ts'

/** The form of the pixels in a file. */
export interface TransferSyntax {
  readonly isBigEndian: boolean
  readonly isDeflated: boolean
  readonly isRunLength: boolean
}

const root = '1.2.840.10008.1.2'
const deflated = `${root}.1.99`
const bigEndian = `${root}.2`
const runLength = `${root}.5`
const known = [root, `${root}.1`, deflated, bigEndian, runLength]

/** Compressions by the beginning of their UID (DICOM PS3.6, annex A), longest first. */
const compressions: readonly (readonly [uid: string, name: string, remedy: string])[] = [
  [`${root}.4.8`, 'JPEG-LS', 'dcmdjpls in.dcm out.dcm'],
  [`${root}.4.9`, 'JPEG 2000', 'gdcmconv --raw in.dcm out.dcm'],
  [`${root}.4.5`, 'JPEG', 'dcmdjpeg in.dcm out.dcm'],
  [`${root}.4.6`, 'JPEG', 'dcmdjpeg in.dcm out.dcm'],
  [`${root}.4.7`, 'JPEG', 'dcmdjpeg in.dcm out.dcm'],
]

/** Returns the form that a UID names. @throws `file.undecodable` with the way to convert it for any other */
export function readTransferSyntax(uid: string): TransferSyntax {
  if (known.includes(uid))
    return {
      isBigEndian: uid === bigEndian,
      isDeflated: uid === deflated,
      isRunLength: uid === runLength,
    }
  const [, name = 'unknown', remedy = 'gdcmconv --raw in.dcm out.dcm'] =
    compressions.find(([start]) => uid.startsWith(start)) ?? []
  throw refuse(
    `Its pixels are compressed (${name}, ${JSON.stringify(uid)}), which this page does not read. ` +
      `Convert each file: ${remedy}`,
  )
}

/**
 * Returns one frame of the RLE compression (DICOM PS3.5, annex G) as plain pixels, little-endian, the samples
 * of a pixel together. Each segment has one byte of every sample, the highest byte first.
 * @throws `file.undecodable`
 */
export function expandRunLengths(
  bytes: Uint8Array,
  { pixels, samples, sampleBytes }: { pixels: number; samples: number; sampleBytes: number },
): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = bytes.length < 64 ? 0 : view.getUint32(0, true)
  const pixelBytes = samples * sampleBytes
  if (count !== pixelBytes) throw refuse(`A frame must have ${pixelBytes} segments (got ${count}).`)
  const plain = new Uint8Array(pixels * pixelBytes)
  for (let segment = 0; segment < count; segment++) {
    const start = view.getUint32(4 + 4 * segment, true)
    const end = segment + 1 < count ? view.getUint32(8 + 4 * segment, true) : bytes.length
    const sample = Math.floor(segment / sampleBytes)
    const byte = sampleBytes - 1 - (segment % sampleBytes)
    const found = expandSegment(bytes.subarray(start, end), plain, {
      from: sample * sampleBytes + byte,
      step: pixelBytes,
    })
    if (found < pixels) throw refuse(`The file is truncated: a segment has ${found} of ${pixels} bytes.`)
  }
  return plain
}

/** Writes the bytes of a segment to every `step`th place, and returns their number. */
function expandSegment(
  bytes: Uint8Array,
  plain: Uint8Array,
  { from, step }: { readonly from: number; readonly step: number },
): number {
  let to = from
  for (let at = 0; at < bytes.length && to < plain.length; ) {
    const control = bytes[at++] ?? 128
    if (control === 128) continue
    const isRun = control > 128
    const length = isRun ? 257 - control : control + 1
    for (let i = 0; i < length && to < plain.length && at + (isRun ? 0 : i) < bytes.length; i++, to += step)
      plain[to] = bytes[at + (isRun ? 0 : i)] ?? 0
    at += isRun ? 1 : length
  }
  return Math.ceil((to - from) / step)
}
