/** Binary glTF by hand: JSON that no library writes, and a binary chunk. */
import { toBytes } from './files.ts'

/** The corners of one triangle. */
export const corner = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0])

/** Its binary chunk. */
export const cornerBytes = new Uint8Array(corner.buffer)

/** One triangle in one node. */
export const triangle = {
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, type: 'VEC3', count: 3, min: [0, 0, 0], max: [1, 1, 0] }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ byteLength: 36 }],
}

/** Returns a file of some JSON, padded as the specification says or with another character, and a binary chunk. */
export function toGlb(json: object, binary: Uint8Array = new Uint8Array(0), padding = ' '): Uint8Array {
  const text = JSON.stringify(json)
  const padded = text.padEnd(Math.ceil((text.length + 1) / 4) * 4, padding)
  const length = 12 + 8 + padded.length + 8 + binary.length
  return toBytes(
    new Uint32Array([0x46546c67, 2, length, padded.length, 0x4e4f534a]),
    padded,
    new Uint32Array([binary.length, 0x004e4942]),
    binary,
  )
}

/** A list of numbers in the binary chunk of a file. */
interface BuiltList {
  readonly numbers: Float32Array | Uint8Array | Uint16Array | Uint32Array
  readonly type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4'
}

/** Members of a document, and its binary chunk. */
interface BuiltFile {
  readonly json: {
    readonly accessors: readonly object[]
    readonly bufferViews: readonly object[]
    readonly buffers: readonly object[]
  }
  readonly binary: Uint8Array
}

const codes = { Float32Array: 5126, Uint8Array: 5121, Uint16Array: 5123, Uint32Array: 5125 }
const widths = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }

/** Returns accessors, bufferViews, buffers and the binary chunk for lists of numbers, each an accessor by its place. */
export function toAccessors(lists: readonly BuiltList[]): BuiltFile {
  const parts: Uint8Array[] = []
  let at = 0
  const bufferViews = lists.map(({ numbers }) => {
    const bytes = new Uint8Array(Math.ceil(numbers.byteLength / 4) * 4)
    bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength))
    parts.push(bytes)
    at += bytes.length
    return { buffer: 0, byteOffset: at - bytes.length, byteLength: numbers.byteLength }
  })
  const accessors = lists.map(({ numbers, type }, bufferView) => ({
    bufferView,
    type,
    componentType: codes[numbers.constructor.name as keyof typeof codes], // one of the four classes above
    count: numbers.length / widths[type],
    ...(type === 'VEC3' && toRange(Array.from(numbers))),
  }))
  return { json: { accessors, bufferViews, buffers: [{ byteLength: at }] }, binary: toBytes(...parts) }
}

/** The validator wants the range of positions, so that a file by hand has it. */
function toRange(numbers: readonly number[]): { readonly min: number[]; readonly max: number[] } {
  const along = (axis: number): number[] => numbers.filter((_, i) => i % 3 === axis)
  return {
    min: [0, 1, 2].map((axis) => Math.min(...along(axis))),
    max: [0, 1, 2].map((axis) => Math.max(...along(axis))),
  }
}
