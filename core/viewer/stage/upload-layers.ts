import { Data3DTexture, Vector3, type WebGLRenderer } from 'three'
import type { VolumeTexture } from '../data/prepared.ts'

/** Bytes that the card is handed at a time: 100 MB at once stop the page for some 100 ms, without a card. */
export const uploadBytes = 8 * 2 ** 20

/** Hands the next part of something to the card; says whether there was one. */
export type Upload = (renderer: WebGLRenderer) => boolean

/**
 * Returns what hands the samples of a large texture to the card, some layers with each call: a texture that
 * was drawn before the last of them would show nothing there. Undefined for one that goes at once.
 */
export function createUpload(
  texture: Data3DTexture,
  { data, width, height, depth }: Pick<VolumeTexture, 'data' | 'width' | 'height' | 'depth'>,
): Upload | undefined {
  if (data.byteLength <= uploadBytes) return undefined
  texture.source.dataReady = false // three makes room for it, and sends nothing by itself
  const layerBytes = data.byteLength / depth
  const count = Math.max(1, Math.floor(uploadBytes / layerBytes))
  let from = 0
  return (renderer) => {
    if (from === depth) return false
    const to = Math.min(from + count, depth)
    const samples = data.subarray(from * width * height, to * width * height)
    const layers = new Data3DTexture(samples, width, height, to - from)
    renderer.copyTextureToTexture(layers, texture, null, new Vector3(0, 0, from))
    from = to
    return true
  }
}
