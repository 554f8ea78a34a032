/** Files that are a head and then the samples as they lie in memory: NRRD, NIfTI and NPY. */

import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Dtype } from '../../contract/domain/result/elements.ts'
import type { ImageResult, TracedResult, VolumeResult } from '../../contract/domain/result/result.ts'
import { toNoteLines } from './note-lines.ts'
import { findPlace } from './volume-place.ts'

/** A volume on its way into a file. */
type TracedVolume = VolumeResult & Pick<TracedResult, 'provenance'>

/** Returns head and samples of an NRRD, little-endian and in C order. */
export function encodeNrrd(volume: TracedVolume): readonly Uint8Array[] {
  return [encodeNrrdHead(volume), toBytes(volume)]
}

/** Returns those of a NIfTI-1. @throws `form.unavailable` for a volume that it cannot hold */
export function encodeNifti(volume: TracedVolume): readonly Uint8Array[] {
  return [encodeNiftiHead(volume), toBytes(volume)]
}

/** Returns those of an NPY. */
export function encodeNpy(result: VolumeResult | ImageResult): readonly Uint8Array[] {
  return [encodeNpyHead(result), toBytes(result)]
}

function toBytes({ data: { buffer, byteOffset, byteLength } }: VolumeResult | ImageResult): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** The names of each element type: NumPy's, NRRD's, and the code and bits of NIfTI. */
const names: { readonly [dtype in Dtype]: readonly [string, string, number, number] } = {
  int8: ['|i1', 'int8', 256, 8],
  uint8: ['|u1', 'uint8', 2, 8],
  int16: ['<i2', 'int16', 4, 16],
  uint16: ['<u2', 'uint16', 512, 16],
  int32: ['<i4', 'int32', 8, 32],
  uint32: ['<u4', 'uint32', 768, 32],
  float32: ['<f4', 'float', 16, 32],
  float64: ['<f8', 'double', 64, 64],
}

const encoder = new TextEncoder()

/** NPY 1.0: the literal of a Python dictionary, filled up so that the samples begin at a multiple of 64. */
function encodeNpyHead(result: VolumeResult | ImageResult): Uint8Array {
  const channels = result.type === 'image' && result.channels > 1 ? [result.channels] : []
  const shape = result.type === 'image' ? [result.height, result.width, ...channels] : result.shape
  return toNpyHead(names[result.dtype][0], shape)
}

/** Returns the head of an NPY of a type and a shape, in the words of NumPy. */
export function toNpyHead(descr: string, shape: readonly number[]): Uint8Array {
  const extents = shape.length === 1 ? `${shape.join()},` : shape.join(', ')
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${extents}), }`
  const length = 64 * Math.ceil((10 + text.length + 1) / 64) - 10
  const mark = [0x93, ...encoder.encode('NUMPY'), 1, 0, length & 255, length >> 8]
  return Uint8Array.of(...mark, ...encoder.encode(`${text.padEnd(length - 1)}\n`))
}

/** The worlds that NRRD has names for. */
const nrrdSpaces: { readonly [ends: string]: string } = {
  RAS: 'right-anterior-superior',
  LAS: 'left-anterior-superior',
  LPS: 'left-posterior-superior',
}

function encodeNrrdHead(volume: TracedVolume): Uint8Array {
  const { shape, dtype, unit = '' } = volume
  const { ends, steps, first } = findPlace(volume, ['RAS', 'LAS', 'LPS'])
  // 0 is added against minus zero.
  const toVector = (parts: readonly number[]): string => `(${parts.map((part) => part + 0).join(',')})`
  const ascii = unit.replaceAll('µ', 'u') // a head is ASCII
  const lines = [
    'NRRD0004',
    ...toNoteLines(volume.notes).map((note) => `# ${note}`),
    `type: ${names[dtype][1]}`,
    'dimension: 3',
    ends ? `space: ${nrrdSpaces[ends]}` : 'space dimension: 3',
    `sizes: ${shape.toReversed().join(' ')}`,
    `space directions: ${steps.map(toVector).join(' ')}`,
    'kinds: domain domain domain',
    'endian: little',
    'encoding: raw',
    ...(isAscii(ascii) ? [`space units: ${Array(3).fill(`"${ascii}"`).join(' ')}`] : []),
    ...(isAscii(volume.valueUnit) ? [`sample units: "${volume.valueUnit}"`] : []),
    ...(first ? [`space origin: ${toVector(first)}`] : []),
    ...listSegments(volume),
    ...(volume.provenance === undefined ? [] : [`provenance:=${toKeyValue(volume.provenance)}`]),
  ]
  return encoder.encode(`${lines.join('\n')}\n\n`)
}

/** Returns the labels as the segments of 3D Slicer, each in one line. */
function listSegments({ labels = [] }: VolumeResult): readonly string[] {
  return labels.flatMap(({ value, name, color }, i) => [
    `Segment${i}_ID:=Segment_${value}`,
    `Segment${i}_Name:=${name.replace(/\p{Cc}/gu, ' ')}`,
    `Segment${i}_LabelValue:=${value}`,
    `Segment${i}_Layer:=0`,
    ...(color ? [`Segment${i}_Color:=${color.map((part) => part / 255).join(' ')}`] : []),
  ])
}

/** Returns JSON as the value of a key: in ASCII, with its backslashes escaped, as a head has them. */
function toKeyValue(json: string): string {
  const ascii = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return ascii.replaceAll('\\', '\\\\')
}

/** Returns whether a text may stand between quotes in a head. */
function isAscii(text = ''): boolean {
  return /^[\w/^ .%()*+-]+$/.test(text)
}

const mostExtent = 32_767
/** Units of lengths: the code of one that NIfTI has, 0 for none, and the factor to it. */
const niftiUnits: { readonly [unit: string]: readonly [code: number, factor: number] } = {
  '': [0, 1],
  px: [0, 1],
  pixel: [0, 1],
  voxel: [0, 1],
  m: [1, 1],
  mm: [2, 1],
  µm: [3, 1],
  um: [3, 1],
  micron: [3, 1],
  nm: [3, 1e-3],
  pm: [3, 1e-6],
  Å: [3, 1e-4],
  'a₀': [3, 5.29177210544e-5],
  cm: [2, 10],
  dm: [2, 100],
  in: [2, 25.4],
  inch: [2, 25.4],
  ft: [2, 304.8],
  km: [1, 1000],
}
/** The intent of values that are labels (NIFTI_INTENT_LABEL). */
const niftiLabels = 1002
/** The codes of the coordinates. */
const niftiSpaces: { readonly [space: string]: number } = {
  scanner: 1,
  aligned: 2,
  Talairach: 3,
  MNI152: 4,
  template: 5,
}

/**
 * NIfTI-1 (`nifti1.h`). Only the sform is set, as a qform holds no shear and rounds a turn, and only where
 * the place of the first sample is known: with both codes 0 a reader takes the lengths alone.
 * @throws `form.unavailable`
 */
function encodeNiftiHead(volume: TracedVolume): Uint8Array {
  const { shape, dtype, spacing = [1, 1, 1], unit = '' } = volume
  if (shape.some((extent) => extent > mostExtent)) {
    const found = `NIfTI takes ${mostExtent} samples along an axis, and this has ${shape.join('×')}`
    throw new SpecimenError('form.unavailable', `${found}; ask for nrrd or npy.`)
  }
  const [unitCode, factor] = findNiftiUnit(unit)
  const extensions = encodeNiftiComments(volume)
  const start = 352 + extensions.length
  const bytes = new Uint8Array(start)
  const view = new DataView(bytes.buffer)
  const shorts = (at: number, values: readonly number[]): void => {
    for (const [i, value] of values.entries()) view.setInt16(at + 2 * i, value, true)
  }
  const floats = (at: number, values: readonly number[]): void => {
    for (const [i, value] of values.entries()) view.setFloat32(at + 4 * i, value, true)
  }
  const [, , code, bits] = names[dtype]
  view.setInt32(0, 348, true)
  shorts(40, [3, ...shape.toReversed(), 1, 1, 1, 1])
  if (volume.labels) shorts(68, [niftiLabels])
  shorts(70, [code, bits])
  floats(76, [1, ...spacing.map((length) => length * factor).reverse()])
  floats(108, [start, 1, 0]) // the place of the samples, their slope and intercept
  view.setUint8(123, unitCode)
  if (volume.window) floats(124, volume.window.toReversed()) // cal_max, cal_min
  const { ends, steps, first } = findPlace(volume, ['RAS'])
  if (first) {
    // A world without anatomical directions is no scanner's.
    const { space = ends ? 'scanner' : 'aligned' } = volume
    shorts(254, [niftiSpaces[space] ?? 1])
    const rows = first.flatMap((place, world) => [...steps.map((step) => step[world] ?? 0), place])
    floats(
      280,
      rows.map((part) => part * factor + 0), // no -0
    )
  }
  bytes.set(encoder.encode('n+1'), 344)
  if (extensions.length > 0) view.setUint8(348, 1)
  bytes.set(extensions, 352)
  return bytes
}

/** The code of an extension of free text (NIFTI_ECODE_COMMENT). */
const niftiComment = 6

/** Returns notes and provenance as an extension of NIfTI each; empty without them. */
function encodeNiftiComments({ notes, provenance }: TracedVolume): Uint8Array {
  const texts = [...(notes ? [notes.join('\n')] : []), ...(provenance === undefined ? [] : [provenance])]
  return Uint8Array.from(texts.flatMap((text) => [...encodeNiftiComment(text)]))
}

/** Returns a text as an extension, of whole units of 16 bytes. */
function encodeNiftiComment(comment: string): Uint8Array {
  const text = encoder.encode(comment)
  const extension = new Uint8Array(16 * Math.ceil((8 + text.length) / 16))
  const view = new DataView(extension.buffer)
  view.setInt32(0, extension.length, true)
  view.setInt32(4, niftiComment, true)
  extension.set(text, 8)
  return extension
}

/** Returns code and factor of a unit. @throws `form.unavailable` for one that is no length it could hold */
function findNiftiUnit(unit: string): readonly [code: number, factor: number] {
  const known = Object.hasOwn(niftiUnits, unit) ? niftiUnits[unit] : undefined
  if (known) return known
  throw new SpecimenError(
    'form.unavailable',
    `NIfTI has lengths in m, mm and µm, and these are in ${JSON.stringify(unit)}; ask for nrrd or npy.`,
  )
}
