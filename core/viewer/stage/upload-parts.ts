import { Data3DTexture, type Texture, Vector2, Vector3, type WebGLRenderer } from 'three'

/** Bytes that the card is handed at a time: 100 MB at once stop the page for some 100 ms, without a card. */
export const uploadBytes = 8 * 2 ** 20

/** Hands the next part of something to the card; says whether there was one. */
export type Upload = (renderer: WebGLRenderer) => boolean

/** What a texture is made of: the layers of a volume, the rows of an image. */
export interface Layers {
  readonly count: number
  /** Of all of them. */
  readonly byteLength: number
  /** Returns some as a texture of their own. */
  readonly take: (from: number, to: number) => Texture
}

/**
 * Returns what hands a large texture to the card: it makes room, then hands over some layers with each call.
 * One that was drawn before the last of them would show nothing there. Undefined for one that goes at once.
 */
export function createUpload(texture: Texture, { count, byteLength, take }: Layers): Upload | undefined {
  if (byteLength <= uploadBytes) return undefined
  texture.source.dataReady = false // three makes room for it, and sends nothing by itself
  const step = Math.max(1, Math.floor((uploadBytes * count) / byteLength))
  let from = 0
  let hasRoom = false
  return (renderer) => {
    if (!hasRoom) {
      // By itself: three asks the card for its settings before each part, and would wait for the room.
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
