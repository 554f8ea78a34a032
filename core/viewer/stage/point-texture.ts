import { DataTexture, FloatType, RedFormat, RGBAFormat, UnsignedByteType, type WebGLRenderer } from 'three'
import { createUpload } from './upload-parts.ts'
import type { ResultView } from './view.ts'

/** Texels of a row, as {@link texelShader} has it. */
const columns = 2048

/** Finds the texel of a point by its index. */
export const texelShader = /* glsl */ `
vec4 texelOf(highp sampler2D list, int i) {
  return texelFetch(list, ivec2(i & 2047, i >> 11), 0);
}`

/** A texture with a texel for each point. */
export interface PointTexture {
  readonly texture: DataTexture
  readonly rows: number
  readonly byteLength: number
  /** See {@link ResultView.upload}. */
  readonly upload: ((renderer: WebGLRenderer) => boolean) | undefined
}

/** Returns a texture of one number a point, or of four; bytes are parts of 1. Copies the list by `fill`. */
export function createPointTexture<List extends Float32Array | Uint8Array>(
  count: number,
  size: 1 | 4,
  list: { readonly create: new (length: number) => List; readonly fill: (texels: List) => void },
): PointTexture {
  const rows = Math.max(1, Math.ceil(count / columns))
  const texels = new list.create(size * columns * rows)
  list.fill(texels)
  const toTexture = (from: number, to: number): DataTexture => {
    const part = texels.subarray(size * columns * from, size * columns * to)
    const type = part instanceof Uint8Array ? UnsignedByteType : FloatType
    const texture = new DataTexture(null, columns, to - from, size === 1 ? RedFormat : RGBAFormat, type)
    Object.assign(texture.image, { data: part })
    texture.needsUpdate = true
    return texture
  }
  const texture = toTexture(0, rows)
  const { byteLength } = texels
  const upload = createUpload(texture, { count: rows, byteLength, take: toTexture })
  return { texture, rows, byteLength, upload }
}
