import { type Dtype, elementArrays } from '../../../../contract/domain/result/elements.ts'
import type { Json, JsonObject } from '../../../../contract/values/json.ts'
import type { ByteBudget } from '../../byte-budget.ts'
import { numberReaders, toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { sayTag } from '../../tag-table.ts'
import { type GltfDocument, pickItem, readCount, readList, readObject } from './gltf-document.ts'
import { gltfTags } from './gltf-tags.ts'

/** A type of numbers, with the stored value of 1 in normalized ones. */
interface Component {
  readonly dtype: Dtype
  readonly most: number
}

/** Types of numbers by their code. */
const componentTypes = new Map<number, Component>([
  [5120, { dtype: 'int8', most: 127 }],
  [5121, { dtype: 'uint8', most: 255 }],
  [5122, { dtype: 'int16', most: 32_767 }],
  [5123, { dtype: 'uint16', most: 65_535 }],
  [5125, { dtype: 'uint32', most: 4_294_967_295 }],
  [5126, { dtype: 'float32', most: 1 }],
])
const widths: { readonly [type: string]: number } = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }

/** The elements of an accessor. */
export interface Accessor {
  /** Numbers of an element. */
  readonly width: number
  readonly count: number
  /** `width` numbers for each element, normalized ones from 0 or -1 to 1. */
  readonly values: Float32Array | Uint32Array
}

/** Reads the elements of an accessor by its index, into memory from the budget. @throws `file.undecodable` */
export type ReadAccessor = (index: number) => Accessor

/** Returns the reader of the accessors of a document. */
export function createAccessors(document: GltfDocument, budget: ByteBudget): ReadAccessor {
  const { json } = document
  const [accessors, views] = [readList(json, 'accessors'), readList(json, 'bufferViews')]

  return (index) => {
    const accessor = pickItem(accessors, index, 'accessor')
    const width = readWidth(accessor.type)
    const count = readCount(accessor, 'count', 0)
    const component = readComponent(accessor.componentType)
    const layout = { width, count, component }
    // Without a bufferView all elements are 0 (5.1.1).
    const values = accessor.bufferView === undefined ? allocate(layout, budget) : readView(accessor, layout)
    if (accessor.sparse !== undefined) replaceSome(readObject(accessor, 'sparse'), layout, values)
    if (accessor.normalized === true && values instanceof Float32Array) {
      for (let i = 0; i < values.length; i++) values[i] = Math.max(-1, (values[i] ?? 0) / component.most)
    }
    return { width, count, values }
  }

  function replaceSome(
    sparse: JsonObject,
    { width, count: most, component }: Layout,
    values: Float32Array | Uint32Array,
  ): void {
    const count = readCount(sparse, 'count', 0)
    const [at, from] = [readObject(sparse, 'indices'), readObject(sparse, 'values')]
    const indices = readView(at, { width: 1, count, component: readComponent(at.componentType) })
    const replaced = readView(from, { width, count, component })
    indices.forEach((index, i) => {
      if (index >= most) throw refuse(`A sparse accessor replaces element ${index} of ${most}.`)
      values.set(replaced.subarray(i * width, (i + 1) * width), index * width)
    })
    budget.give(indices.byteLength + replaced.byteLength)
  }

  /** Reads what the members `bufferView` and `byteOffset` of an object name. */
  function readView(place: JsonObject, layout: Layout): Float32Array | Uint32Array {
    const { width, count, component } = layout
    const { dtype } = component
    const bufferView = pickItem(views, readCount(place, 'bufferView', 0), 'bufferView')
    const offset = readCount(place, 'byteOffset', 0)
    const bytes = sliceView(bufferView, document)
    const size = elementArrays[dtype].BYTES_PER_ELEMENT
    const stride = readCount(bufferView, 'byteStride', width * size)
    if (stride < width * size) throw refuse(`byteStride must be at least ${width * size} (got ${stride}).`)
    const wanted = count === 0 ? 0 : offset + (count - 1) * stride + width * size
    requireBytes(`an accessor of ${count} elements`, wanted, bytes.length)
    const view = toView(bytes)
    const read = numberReaders[dtype]
    const values = allocate(layout, budget)
    for (let element = 0; element < count; element++) {
      const start = offset + element * stride
      for (let i = 0; i < width; i++) values[element * width + i] = read(view, start + i * size, true)
    }
    return values
  }
}

/** Indices of 32 bits are more than a float has. */
function allocate({ width, count, component }: Layout, budget: ByteBudget): Float32Array | Uint32Array {
  budget.take(`An accessor of ${count} elements`, 4 * width * count)
  return component.dtype === 'uint32' ? new Uint32Array(width * count) : new Float32Array(width * count)
}

function sliceView(bufferView: JsonObject, { json, binary }: GltfDocument): Uint8Array {
  const index = readCount(bufferView, 'buffer', 0)
  const buffer = pickItem(readList(json, 'buffers'), index, 'buffer')
  // The binary chunk is the first buffer (4.4.3.3). Beside compressed data, another one may have no bytes.
  const isAbsent = buffer.uri !== undefined || index > 0
  if (isAbsent && isCompressed(bufferView)) throw refuse(`${sayTag(gltfTags, 'EXT_meshopt_compression')}.`)
  if (buffer.uri !== undefined) throw refuse(`${sayTag(gltfTags, 'buffer.uri')}; pack them into one .glb.`)
  if (isAbsent) throw refuse(`The buffer ${index} has no data; pack them into the first one.`)
  const offset = readCount(bufferView, 'byteOffset', 0)
  const length = readCount(bufferView, 'byteLength', 0)
  requireBytes('a bufferView', offset + length, binary.length)
  return binary.subarray(offset, offset + length)
}

function isCompressed(bufferView: JsonObject): boolean {
  const extensions = readObject(bufferView, 'extensions')
  return Object.keys(extensions).some((name) => /^(EXT|KHR)_meshopt_compression$/.test(name))
}

interface Layout {
  readonly width: number
  readonly count: number
  readonly component: Component
}

function readWidth(type: Json | undefined): number {
  const width = typeof type === 'string' && Object.hasOwn(widths, type) ? widths[type] : undefined
  if (width !== undefined) return width
  throw refuse(`The type of an accessor must be one of ${Object.keys(widths).join(', ')}.`)
}

function readComponent(code: Json | undefined): Component {
  const component = typeof code === 'number' ? componentTypes.get(code) : undefined
  if (component) return component
  throw refuse(`componentType must be one of ${[...componentTypes.keys()].join(', ')}.`)
}
