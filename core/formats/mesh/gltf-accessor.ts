import type { Json, JsonObject } from '../../domain/json.ts'
import { refuse, requireBytes, requireWithin } from '../refusal.ts'
import { type GltfDocument, pickItem, readCount, readList, readObject } from './gltf-document.ts'

interface ComponentType {
  readonly byteLength: number
  /** The stored value of 1 in normalized numbers. */
  readonly most: number
  readonly read: (view: DataView, at: number) => number
}

const componentTypes: { readonly [code: number]: ComponentType } = {
  5120: { byteLength: 1, most: 127, read: (view, at) => view.getInt8(at) },
  5121: { byteLength: 1, most: 255, read: (view, at) => view.getUint8(at) },
  5122: { byteLength: 2, most: 32_767, read: (view, at) => view.getInt16(at, true) },
  5123: { byteLength: 2, most: 65_535, read: (view, at) => view.getUint16(at, true) },
  5125: { byteLength: 4, most: 4_294_967_295, read: (view, at) => view.getUint32(at, true) },
  5126: { byteLength: 4, most: 1, read: (view, at) => view.getFloat32(at, true) },
}

const widths: { readonly [type: string]: number } = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }

/** Reads accessors of one document. */
export class Accessors {
  readonly #document: GltfDocument
  readonly #accessors: readonly JsonObject[]
  readonly #views: readonly JsonObject[]
  readonly #byteLimit: number

  constructor(document: GltfDocument, byteLimit: number) {
    this.#document = document
    this.#accessors = readList(document.json, 'accessors')
    this.#views = readList(document.json, 'bufferViews')
    this.#byteLimit = byteLimit
  }

  /** Returns the numbers of an accessor, normalized ones from 0 or -1 to 1. */
  read(index: number): { readonly width: number; readonly count: number; readonly values: Float64Array } {
    const accessor = pickItem(this.#accessors, index, 'accessor')
    const width = readWidth(accessor.type)
    const count = readCount(accessor, 'count', 0)
    requireWithin(`An accessor of ${count} elements`, 8 * width * count, this.#byteLimit)
    const component = readComponent(accessor.componentType)
    const layout = { width, count, component }
    const values = this.#readBase(accessor, layout)
    if (accessor.sparse !== undefined) this.#readSparse(readObject(accessor, 'sparse'), layout, values)
    if (accessor.normalized === true) {
      for (let i = 0; i < values.length; i++) values[i] = Math.max(-1, (values[i] ?? 0) / component.most)
    }
    return { width, count, values }
  }

  #readBase(accessor: JsonObject, layout: Layout): Float64Array {
    const viewIndex = readCount(accessor, 'bufferView', undefined)
    if (viewIndex !== undefined)
      return this.#readView(viewIndex, readCount(accessor, 'byteOffset', 0), layout)
    if (accessor.sparse === undefined) throw refuse('An accessor must have a bufferView or be sparse.')
    return new Float64Array(layout.width * layout.count)
  }

  #readSparse(sparse: JsonObject, { width, count: most, component }: Layout, values: Float64Array): void {
    const count = readCount(sparse, 'count', 0)
    const [at, from] = [readObject(sparse, 'indices'), readObject(sparse, 'values')]
    const indexLayout = { width: 1, count, component: readComponent(at.componentType) }
    const indices = this.#readView(
      readCount(at, 'bufferView', 0),
      readCount(at, 'byteOffset', 0),
      indexLayout,
    )
    const valueLayout = { width, count, component }
    const replaced = this.#readView(
      readCount(from, 'bufferView', 0),
      readCount(from, 'byteOffset', 0),
      valueLayout,
    )
    indices.forEach((index, i) => {
      if (index >= most) throw refuse(`A sparse accessor replaces element ${index} of ${most}.`)
      values.set(replaced.subarray(i * width, (i + 1) * width), index * width)
    })
  }

  #readView(viewIndex: number, offset: number, { width, count, component }: Layout): Float64Array {
    const bufferView = pickItem(this.#views, viewIndex, 'bufferView')
    const bytes = this.#sliceView(bufferView)
    const elementBytes = width * component.byteLength
    const stride = readCount(bufferView, 'byteStride', elementBytes)
    if (stride < elementBytes) throw refuse(`byteStride must be at least ${elementBytes} (got ${stride}).`)
    const wanted = count === 0 ? 0 : offset + (count - 1) * stride + elementBytes
    requireBytes(`an accessor of ${count} elements`, wanted, bytes.length)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const values = new Float64Array(width * count)
    for (let element = 0; element < count; element++) {
      const start = offset + element * stride
      for (let i = 0; i < width; i++)
        values[element * width + i] = component.read(view, start + i * component.byteLength)
    }
    return values
  }

  #sliceView(bufferView: JsonObject): Uint8Array {
    const { json, binary } = this.#document
    const buffer = pickItem(readList(json, 'buffers'), readCount(bufferView, 'buffer', 0), 'buffer')
    if (buffer.uri !== undefined)
      throw refuse('Its data are outside of its binary chunk (uri); pack them into one .glb.')
    const offset = readCount(bufferView, 'byteOffset', 0)
    const length = readCount(bufferView, 'byteLength', 0)
    requireBytes('a bufferView', offset + length, binary.length)
    return binary.subarray(offset, offset + length)
  }
}

interface Layout {
  readonly width: number
  readonly count: number
  readonly component: ComponentType
}

function readWidth(type: Json | undefined): number {
  const width = typeof type === 'string' && Object.hasOwn(widths, type) ? widths[type] : undefined
  if (width !== undefined) return width
  throw refuse(`The type of an accessor must be one of ${Object.keys(widths).join(', ')}.`)
}

function readComponent(code: Json | undefined): ComponentType {
  const component = typeof code === 'number' ? componentTypes[code] : undefined
  if (component) return component
  throw refuse(`componentType must be one of ${Object.keys(componentTypes).join(', ')}.`)
}
