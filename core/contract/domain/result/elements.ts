/** The element types of results: typed arrays, and the names of their classes in preambles and JSON. */
import { keysOf } from '../../values/keys-of.ts'

/** The used part of a class of typed arrays: creation with zeros, or as a view on memory of any sort. */
export interface ElementClass {
  readonly name: string
  readonly BYTES_PER_ELEMENT: number
  new (length: number): ElementArray
  new (buffer: ArrayBufferLike, byteOffset?: number, length?: number): ElementArray
}

/** The class of each element type. */
export const elementArrays = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const

/** The name of an element type. */
export type Dtype = keyof typeof elementArrays

/** An array of a result. */
export type ElementArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array

/** An array of numbers that JSON has one by one: coordinates, indices, colours. */
export type ListArray = Float32Array | Uint32Array | Uint8Array

/** Every element type; all of them may be in a volume. */
export const dtypes = keysOf(elementArrays)

/**
 * Returns the element type of a typed array; undefined for any other value. Written out, because `instanceof`
 * with a class that is not known beforehand takes fifty times as long.
 */
export function findDtype(value: unknown): Dtype | undefined {
  if (value instanceof Float32Array) return 'float32'
  if (value instanceof Uint32Array) return 'uint32'
  if (value instanceof Uint8Array) return 'uint8'
  if (value instanceof Int16Array) return 'int16'
  if (value instanceof Uint16Array) return 'uint16'
  if (value instanceof Int8Array) return 'int8'
  if (value instanceof Int32Array) return 'int32'
  return value instanceof Float64Array ? 'float64' : undefined
}

/** Returns true for a typed array that may be in a result. */
export function isElementArray(value: unknown): value is ElementArray {
  return findDtype(value) !== undefined
}

/** Returns true for an array of a class used in lists of numbers. */
export function isListArray(value: unknown): value is ListArray {
  return value instanceof Float32Array || value instanceof Uint32Array || value instanceof Uint8Array
}
