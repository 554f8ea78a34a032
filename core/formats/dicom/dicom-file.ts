/** Slices of one DICOM file. The library finds the elements; sizes are checked here. */
import type { DataSet, Element } from 'dicom-parser'
import type { ElementArray } from '../../domain/result/elements.ts'
import type { DecodeContext } from '../format.ts'
import { refuse, requireBytes, requireWithin } from '../refusal.ts'
import { elementBytes, type FileDtype, readSamples } from '../volume/samples.ts'

/** One picture of a file, its samples still to be read. */
export type DicomSlice = ReturnType<typeof listSlices>[number]

/** Implicit and explicit, little-endian. Others are of pixels that are compressed, seldom of all bytes. */
const plainSyntaxes = ['1.2.840.10008.1.2', '1.2.840.10008.1.2.1']
const mostFrames = 50_000

/** Returns the slices of a file; none for one without pixels. @throws `file.undecodable` */
export async function readDicomFile(bytes: Uint8Array, { byteLimit }: Pick<DecodeContext, 'byteLimit'>) {
  const { readPart10Header, parseDicom } = await loadLibrary()
  const syntax = readPart10Header(bytes).string('x00020010') ?? ''
  if (!plainSyntaxes.includes(syntax)) {
    const remedy = 'Convert each file: gdcmconv --raw in.dcm out.dcm'
    throw refuse(`Its pixels are compressed (${JSON.stringify(syntax)}), which is not read. ${remedy}`)
  }
  const data = parseDicom(bytes)
  const pixels = data.elements.x7fe00010 ?? data.elements.x7fe00008 ?? data.elements.x7fe00009
  return pixels ? listSlices(data, bytes, { pixels, byteLimit }) : []
}

/** Returns the series of a file by its beginning; undefined where that is not there. */
export async function readSeriesUid(head: Uint8Array): Promise<string | undefined> {
  const { parseDicom } = await loadLibrary()
  try {
    return parseDicom(head, { untilTag: 'x0020000e' }).string('x0020000e')
  } catch {
    return undefined // cut within an element, or deflated
  }
}

async function loadLibrary() {
  const script = await import('dicom-parser')
  return 'default' in script ? script.default : script // Node has the members of a CommonJS module there
}

function listSlices(
  data: DataSet,
  bytes: Uint8Array,
  { pixels, byteLimit }: { readonly pixels: Element; readonly byteLimit: number },
) {
  const [height = 0, width = 0] = [data.uint16('x00280010'), data.uint16('x00280011')]
  const samples = data.uint16('x00280002') ?? 1
  if (width === 0 || height === 0)
    throw refuse(`Rows and columns must be at least 1 (got ${height}×${width}).`)
  const dtype = readDtype(data)
  const count = width * height * samples
  const frames = data.intString('x00280008') ?? 1
  if (!(frames >= 1 && frames <= mostFrames))
    throw refuse(`The number of frames must be from 1 to ${mostFrames} (got ${frames}).`)
  const frameBytes = count * elementBytes[dtype]
  requireWithin(`${frames} frames of ${width}×${height} ${dtype}`, frames * frameBytes, byteLimit)
  const there = Math.min(pixels.length, bytes.length - pixels.dataOffset)
  requireBytes(`${frames} frames of ${width}×${height} ${dtype}`, frames * frameBytes, there)
  /** Bits of a sample that count, the lowest ones first. */
  const bits = Math.min(data.uint16('x00280101') ?? 32, 8 * elementBytes[dtype])
  const low = Math.max(0, (data.uint16('x00280102') ?? bits - 1) + 1 - bits)
  const readFrame = (frame: number): ElementArray => {
    const plain = bytes.subarray(pixels.dataOffset + frame * frameBytes)
    const stored = readSamples(plain, { dtype, count, isBigEndian: false })
    return clearUnused(stored, { dtype, bits, low })
  }
  return Array.from({ length: frames }, (_, frame) => ({
    ...{ width, height, samples, dtype, bits },
    series: data.string('x0020000e') ?? '',
    ...readPlace(data, frame),
    /** Returns the stored samples; the unused bits are clear, or have the sign. */
    read: () => readFrame(frame),
  }))
}

function readDtype(data: DataSet): FileDtype {
  const [allocated, samples = 1] = [data.uint16('x00280100'), data.uint16('x00280002')]
  const kind = data.string('x00280004') ?? 'MONOCHROME2'
  const isColor = samples === 3 && kind === 'RGB' && allocated === 8 && (data.uint16('x00280006') ?? 0) === 0
  if (!isColor && (samples !== 1 || !/^MONOCHROME[12]$/.test(kind)))
    throw refuse(`Pixels must be grey or RGB of 8 bits, together (got ${samples} samples of ${kind}).`)
  if (data.elements.x7fe00008) return 'float32'
  if (data.elements.x7fe00009) return 'float64'
  const isSigned = data.uint16('x00280103') === 1
  if (allocated === 8) return isSigned ? 'int8' : 'uint8'
  if (allocated === 16) return isSigned ? 'int16' : 'uint16'
  if (allocated === 32) return isSigned ? 'int32' : 'uint32'
  throw refuse(`Each sample must have 8, 16 or 32 bits (got ${allocated}).`)
}

/** Returns what a file says of a frame, which may stand in groups of the frame or of all frames. */
function readPlace(data: DataSet, frame: number) {
  const groups = [data.elements.x52009230?.items?.[frame], data.elements.x52009229?.items?.[0]]
  const inside = groups.flatMap((group) => Object.values(group?.dataSet?.elements ?? {}))
  const sets = [...inside.flatMap(({ items }) => items?.[0]?.dataSet ?? []), data]
  const read = (tag: string): number[] => {
    const found = sets.find(({ elements }) => elements[tag])
    const count = Math.min(found?.numStringValues(tag) ?? 0, 6)
    const numbers = Array.from({ length: count }, (_, i) => found?.floatString(tag, i) ?? Number.NaN)
    return numbers.every(Number.isFinite) ? numbers : []
  }
  const [position, orientation] = [read('x00200032'), read('x00200037')]
  const steps = read('x00280030').filter((step) => step > 0)
  return {
    /** Place of the first pixel, in mm; empty where the file has none. */
    position: position.length === 3 ? position : [],
    /** Direction of a row, then that of a column; empty where the file has none. */
    orientation: orientation.length === 6 ? orientation : [],
    /** Millimetres from row to row, and from column to column; empty where the file has none. */
    steps: steps.length === 2 ? steps : [],
    thickness: [...read('x00180088'), ...read('x00180050')].find((size) => size > 0),
    /** The place of the slice where positions do not say it. */
    order: (read('x00200013')[0] ?? 0) + frame,
    slope: read('x00281053')[0] ?? 1,
    intercept: read('x00281052')[0] ?? 0,
  }
}

function clearUnused(
  stored: ElementArray,
  { dtype, bits, low }: { readonly dtype: FileDtype; readonly bits: number; readonly low: number },
): ElementArray {
  const isFloat = dtype === 'float32' || dtype === 'float64'
  if (isFloat || (low === 0 && bits === 8 * elementBytes[dtype])) return stored
  const [left, right] = [32 - bits - low, 32 - bits]
  const isSigned = dtype.startsWith('i')
  const clear = stored.slice()
  for (let i = 0; i < clear.length; i++) {
    const raised = (stored[i] ?? 0) << left
    clear[i] = isSigned ? raised >> right : raised >>> right
  }
  return clear
}
