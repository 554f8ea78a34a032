/** Files that are a head and then the samples as they lie in memory: NRRD, NIfTI and NPY. */

import { SpecimenError } from '../../domain/errors.ts'
import type { Dtype } from '../../domain/result/elements.ts'
import type { ImageResult, Result, VolumeResult } from '../../domain/result/result.ts'

type HeadForm = 'nrrd' | 'nifti' | 'npy'

/**
 * Returns head and samples, little-endian and in C order.
 * @throws `form.unavailable` for a volume that NIfTI-1 cannot hold
 */
export function encodeHeaded(result: Result, form: HeadForm): readonly Uint8Array[] {
  if (result.type !== 'volume' && result.type !== 'image')
    throw new TypeError(`a ${result.type} has no ${form}`)
  const { buffer, byteOffset, byteLength } = result.data
  return [encodeHead(result, form), new Uint8Array(buffer, byteOffset, byteLength)]
}

function encodeHead(result: VolumeResult | ImageResult, form: HeadForm): Uint8Array {
  if (form === 'npy') return encodeNpyHead(result)
  if (result.type === 'image') throw new TypeError(`an image has no ${form}`)
  return form === 'nrrd' ? encodeNrrdHead(result) : encodeNiftiHead(result)
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
  const [descr] = names[result.dtype]
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`
  const length = 64 * Math.ceil((10 + text.length + 1) / 64) - 10
  const mark = [0x93, ...encoder.encode('NUMPY'), 1, 0, length & 255, length >> 8]
  return Uint8Array.of(...mark, ...encoder.encode(`${text.padEnd(length - 1)}\n`))
}

/** The world of a volume's axes: directions in which x, y and z of RAS grow, each with its opposite. */
const worldAxes = ['RL', 'AP', 'SI']

/** Returns the steps along x, y, z and the first place, in the world of `RAS` or along own axes. */
function toPlaces({ spacing = [1, 1, 1], origin = [0, 0, 0], orientation = 'RAS' }: VolumeResult) {
  const first = [0, 0, 0]
  const steps = Array.from(orientation, (end, axis) => {
    const world = worldAxes.findIndex((ends) => ends.includes(end))
    const sign = worldAxes[world]?.startsWith(end) ? 1 : -1
    first[world] = sign * (origin[2 - axis] ?? 0)
    return worldAxes.map((_, i) => (i === world ? sign * (spacing[2 - axis] ?? 1) : 0))
  })
  return { steps, first: first.map((part) => part + 0) } // 0 for minus zero
}

function encodeNrrdHead(volume: VolumeResult): Uint8Array {
  const { shape, dtype, origin, orientation, unit = '' } = volume
  const { steps, first } = toPlaces(volume)
  const toVector = (parts: readonly number[]): string => `(${parts.map((part) => part + 0).join(',')})`
  const ascii = unit.replaceAll('µ', 'u') // a head is ASCII
  const lines = [
    'NRRD0004',
    `type: ${names[dtype][1]}`,
    'dimension: 3',
    orientation ? 'space: right-anterior-superior' : 'space dimension: 3',
    `sizes: ${shape.toReversed().join(' ')}`,
    `space directions: ${steps.map(toVector).join(' ')}`,
    'kinds: domain domain domain',
    'endian: little',
    'encoding: raw',
    ...(/^[\w/^ .-]+$/.test(ascii) ? [`space units: ${Array(3).fill(`"${ascii}"`).join(' ')}`] : []),
    ...(origin ? [`space origin: ${toVector(first)}`] : []),
  ]
  return encoder.encode(`${lines.join('\n')}\n\n`)
}

const mostExtent = 32_767
const niftiUnits = new Map([
  ['m', 1],
  ['mm', 2],
  ['µm', 3],
])

/** NIfTI-1 (`nifti1.h`). Without orientation and origin both forms of its place are unset. */
function encodeNiftiHead(volume: VolumeResult): Uint8Array {
  const { shape, dtype, spacing = [1, 1, 1], origin, orientation, unit = '' } = volume
  if (shape.some((extent) => extent > mostExtent)) {
    const found = `NIfTI takes ${mostExtent} samples along an axis, and this has ${shape.join('×')}`
    throw new SpecimenError('form.unavailable', `${found}; ask for nrrd or npy.`)
  }
  const bytes = new Uint8Array(352)
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
  shorts(70, [code, bits])
  floats(76, [1, ...spacing.toReversed()])
  floats(108, [352, 1, 0]) // the place of the samples, their slope and intercept
  view.setUint8(123, niftiUnits.get(unit) ?? 0)
  if (orientation || origin) {
    const { steps, first } = toPlaces(volume)
    shorts(254, [1])
    floats(
      280,
      first.flatMap((place, world) => [...steps.map((step) => step[world] ?? 0), place]),
    )
  }
  bytes.set(encoder.encode('n+1'), 344)
  return bytes
}
