import {
  type Dtype,
  type ElementArray,
  type ElementClass,
  elementArrays,
} from '../../../contract/domain/result/elements.ts'
import { widenHalves } from '../../../contract/domain/result/halves.ts'

/** An element type of a file: those of results, and those that convert to one. */
export type FileDtype = Dtype | 'int64' | 'uint64' | 'float16'

/** Bytes of one element. */
export const elementBytes: { readonly [dtype in FileDtype]: number } = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  float16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  int64: 8,
  uint64: 8,
  float64: 8,
}

/** The form of stored samples: type, number and byte order. */
export interface SampleForm {
  readonly dtype: FileDtype
  readonly count: number
  readonly isBigEndian: boolean
}

/**
 * Returns the first `count` elements of `bytes`: a view where byte order and alignment allow, else a copy.
 * Integers of 64 bits become float64, exact up to 2^53, and floats of 16 bits float32.
 */
export function readSamples(bytes: Uint8Array, { dtype, count, isBigEndian }: SampleForm): ElementArray {
  const size = elementBytes[dtype]
  const part = bytes.subarray(0, count * size)
  const native = isBigEndian && size > 1 ? swap(part, size) : part
  if (dtype === 'int64') return Float64Array.from(new BigInt64Array(...toMemory(native, 8)), Number)
  if (dtype === 'uint64') return Float64Array.from(new BigUint64Array(...toMemory(native, 8)), Number)
  if (dtype === 'float16') return widenHalves(new Uint16Array(...toMemory(native, 2)))
  const Kind: ElementClass = elementArrays[dtype]
  return new Kind(...toMemory(native, size))
}

function toMemory(bytes: Uint8Array, size: number): [ArrayBufferLike, number, number] {
  const { buffer, byteOffset } = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes)
  return [buffer, byteOffset, bytes.length / size]
}

function swap(bytes: Uint8Array, size: number): Uint8Array {
  const swapped = new Uint8Array(bytes.length)
  for (let at = 0; at < bytes.length; at += size)
    for (let i = 0; i < size; i++) swapped[at + i] = bytes[at + size - 1 - i] ?? 0
  return swapped
}
