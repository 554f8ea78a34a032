import {
  BufferAttribute,
  type BufferGeometry,
  GLBufferAttribute,
  Sphere,
  Vector3,
  type WebGLRenderer,
} from 'three'
import { diagonal, middle, toFiniteBox } from '../../contract/look/box.ts'
import type { Vector3 as Place } from '../../contract/look/display.ts'
import { subtract } from '../../contract/look/vectors.ts'
import type { Bounds } from '../../data/prepared/prepared.ts'
import { contextOf } from './renderer.ts'
import { uploadBytes } from './upload-parts.ts'
import type { ResultView } from './view.ts'

/** Returns the sphere around a box, relative to a place. three would search all vertices for another. */
export function enclose(bounds: Bounds, centre: Place): Sphere {
  const box = toFiniteBox(bounds)
  return new Sphere(new Vector3(...subtract(middle(box), centre)), diagonal(box) / 2)
}

/** An array of a geometry: the attribute of that name, or the index. */
interface GeometryPart {
  readonly name: string
  readonly array: Float32Array | Uint32Array | Uint8Array
  /** Elements for each vertex. */
  readonly itemSize: number
}

/**
 * Gives a geometry its arrays without a copy; bytes are colours. Returns their size on the card, and the
 * upload of large ones in pieces: an upload at once blocked the page for 0.45 s with 192 MB, without a card.
 */
export function fillGeometry(
  geometry: BufferGeometry,
  parts: readonly GeometryPart[],
): Pick<ResultView, 'byteLength' | 'upload'> {
  const byteLength = parts.reduce((sum, { array }) => sum + array.byteLength, 0)
  if (byteLength <= uploadBytes) {
    for (const { name, array, itemSize } of parts)
      put(geometry, name, new BufferAttribute(array, itemSize, array instanceof Uint8Array))
    return { byteLength }
  }
  let pieces: ReturnType<typeof listPieces> | null = null
  const upload = (renderer: WebGLRenderer): boolean => {
    if (pieces === null) {
      pieces = parts.flatMap((part) => listPieces(geometry, part, renderer))
      return true
    }
    const left = pieces.length
    for (let room = uploadBytes; pieces[0] && pieces[0].byteLength <= room; pieces.shift()) {
      pieces[0].send()
      room -= pieces[0].byteLength
    }
    return pieces.length < left
  }
  return { byteLength, upload }
}

function put(geometry: BufferGeometry, name: string, attribute: BufferAttribute | GLBufferAttribute): void {
  // three draws with either; its types of meshes and of an index have the first only.
  if (name === 'index') Object.assign(geometry, { index: attribute })
  else Object.assign(geometry.attributes, { [name]: attribute })
}

function listPieces(geometry: BufferGeometry, part: GeometryPart, renderer: WebGLRenderer) {
  const { name, array, itemSize } = part
  const gl = contextOf(renderer)
  const target = name === 'index' ? gl.ELEMENT_ARRAY_BUFFER : gl.ARRAY_BUFFER
  const buffer = gl.createBuffer()
  const use = (act: () => void): void => {
    // An index belongs to the bound vertex array, which is one of three's.
    const vertexArray: WebGLVertexArrayObject | null = gl.getParameter(gl.VERTEX_ARRAY_BINDING)
    gl.bindVertexArray(null)
    gl.bindBuffer(target, buffer)
    act()
    gl.bindVertexArray(vertexArray)
  }
  use(() => gl.bufferData(target, array.byteLength, gl.STATIC_DRAW))
  geometry.addEventListener('dispose', () => gl.deleteBuffer(buffer))
  const [type, isColor] = typeOf(gl, array)
  const count = array.length / itemSize
  put(geometry, name, new GLBufferAttribute(buffer, type, itemSize, isColor ? 1 : 4, count, isColor))
  const length = uploadBytes / array.BYTES_PER_ELEMENT
  return Array.from({ length: Math.ceil(array.length / length) }, (_, i) => {
    const piece = array.subarray(i * length, (i + 1) * length)
    const send = () => use(() => gl.bufferSubData(target, i * uploadBytes, piece))
    return { byteLength: piece.byteLength, send }
  })
}

function typeOf(gl: WebGL2RenderingContext, array: GeometryPart['array']): [type: number, isColor: boolean] {
  if (array instanceof Uint8Array) return [gl.UNSIGNED_BYTE, true]
  return [array instanceof Uint32Array ? gl.UNSIGNED_INT : gl.FLOAT, false]
}
