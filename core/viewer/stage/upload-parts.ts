import { Data3DTexture, type Texture, Vector2, Vector3 } from 'three'
import type { ResultView } from './view.ts'

/** Bytes of one upload: 100 MB at once block the page for some 100 ms, without a card. */
export const uploadBytes = 8 * 2 ** 20

/** The slices of a volume, their bytes, and what makes a texture of some. */
export interface UploadedVolume {
  readonly count: number
  readonly byteLength: number
  readonly take: (from: number, to: number) => Texture
}

/**
 * Returns the upload of a large texture: it allocates, then uploads some layers with each call, all before
 * the first drawing. Layers are those of a volume, or the rows of an image. Undefined for a small one.
 */
export function createUpload(
  texture: Texture,
  { count, byteLength, take }: UploadedVolume,
): ResultView['upload'] {
  if (byteLength <= uploadBytes) return undefined
  texture.source.dataReady = false // three allocates it, and uploads nothing
  const step = Math.max(1, Math.floor((uploadBytes * count) / byteLength))
  let from = 0
  let hasRoom = false
  return (renderer) => {
    if (!hasRoom) {
      // Separate, because three queries the card's state before each part, and would wait for the allocation.
      renderer.initTexture(texture)
      hasRoom = true
      return true
    }
    if (from === count) return false
    const to = Math.min(from + step, count)
    const place = texture instanceof Data3DTexture ? new Vector3(0, 0, from) : new Vector2(0, from)
    renderer.copyTextureToTexture(take(from, to), texture, null, place)
    from = to
    return true
  }
}

/** Returns one upload that does the first, then the other; undefined for none. */
export function joinUploads(...uploads: readonly ResultView['upload'][]): ResultView['upload'] {
  if (uploads.every((upload) => upload === undefined)) return undefined
  return (renderer) => uploads.some((upload) => upload?.(renderer) === true)
}
