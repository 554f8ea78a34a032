import type { Json, JsonObject } from '../../domain/json.ts'
import { type Dtype, elementArrays } from '../../domain/result/elements.ts'
import type { DecodeContext } from '../format.ts'
import { numberReaders, toView } from '../number-readers.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { type GltfDocument, pickItem, readCount, readList, readObject } from './gltf-document.ts'

/** Types of numbers by their code, with the stored value of 1 in normalized ones. */
const componentTypes = new Map<number, { readonly dtype: Dtype; readonly most: number }>([
  [5120, { dtype: 'int8', most: 127 }],
  [5121, { dtype: 'uint8', most: 255 }],
  [5122, { dtype: 'int16', most: 32_767 }],
  [5123, { dtype: 'uint16', most: 65_535 }],
  [5125, { dtype: 'uint32', most: 4_294_967_295 }],
  [5126, { dtype: 'float32', most: 1 }],
])
const widths: { readonly [type: string]: number } = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }

/** Reads the numbers of an accessor by its index, normalized ones from 0 or -1 to 1. */
export type ReadAccessor = ReturnType<typeof createAccessors>

/** Returns the reader of the accessors of a document. */
export function createAccessors(document: GltfDocument, { take }: Pick<DecodeContext, 'take'>) {
  const { json } = document
  const [accessors, views] = [readList(json, 'accessors'), readList(json, 'bufferViews')]

  return (index: number) => {
    const accessor = pickItem(accessors, index, 'accessor')
    const width = readWidth(accessor.type)
    const count = readCount(accessor, 'count', 0)
    take(`An accessor of ${count} elements`, 8 * width * count)
    const component = readComponent(accessor.componentType)
    const layout = { width, count, component }
    if (accessor.bufferView === undefined && accessor.sparse === undefined)
      throw refuse('An accessor must have a bufferView or be sparse.')
    const values =
      accessor.bufferView === undefined ? new Float64Array(width * count) : readView(accessor, layout)
    if (accessor.sparse !== undefined) replaceSome(readObject(accessor, 'sparse'), layout, values)
    if (accessor.normalized === true) {
      for (let i = 0; i < values.length; i++) values[i] = Math.max(-1, (values[i] ?? 0) / component.most)
    }
    return { width, count, values }
  }

  function replaceSome(sparse: JsonObject, { width, count: most, component }: Layout, values: Float64Array) {
    const count = readCount(sparse, 'count', 0)
    const [at, from] = [readObject(sparse, 'indices'), readObject(sparse, 'values')]
    const indices = readView(at, { width: 1, count, component: readComponent(at.componentType) })
    const replaced = readView(from, { width, count, component })
    indices.forEach((index, i) => {
      if (index >= most) throw refuse(`A sparse accessor replaces element ${index} of ${most}.`)
      values.set(replaced.subarray(i * width, (i + 1) * width), index * width)
    })
  }

  /** Reads what the members `bufferView` and `byteOffset` of an object name. */
  function readView(place: JsonObject, { width, count, component: { dtype } }: Layout): Float64Array {
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
    const values = new Float64Array(width * count)
    for (let element = 0; element < count; element++) {
      const start = offset + element * stride
      for (let i = 0; i < width; i++) values[element * width + i] = read(view, start + i * size, true)
    }
    return values
  }
}

function sliceView(bufferView: JsonObject, { json, binary }: GltfDocument): Uint8Array {
  const buffer = pickItem(readList(json, 'buffers'), readCount(bufferView, 'buffer', 0), 'buffer')
  if (buffer.uri !== undefined)
    throw refuse('Its data are outside of its binary chunk (uri); pack them into one .glb.')
  const offset = readCount(bufferView, 'byteOffset', 0)
  const length = readCount(bufferView, 'byteLength', 0)
  requireBytes('a bufferView', offset + length, binary.length)
  return binary.subarray(offset, offset + length)
}

interface Layout {
  readonly width: number
  readonly count: number
  readonly component: ReturnType<typeof readComponent>
}

function readWidth(type: Json | undefined): number {
  const width = typeof type === 'string' && Object.hasOwn(widths, type) ? widths[type] : undefined
  if (width !== undefined) return width
  throw refuse(`The type of an accessor must be one of ${Object.keys(widths).join(', ')}.`)
}

function readComponent(code: Json | undefined) {
  const component = typeof code === 'number' ? componentTypes.get(code) : undefined
  if (component) return component
  throw refuse(`componentType must be one of ${[...componentTypes.keys()].join(', ')}.`)
}
