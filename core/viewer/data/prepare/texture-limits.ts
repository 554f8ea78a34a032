/** The limits of a texture. */
export interface TextureLimits {
  /** Samples along an axis: `MAX_3D_TEXTURE_SIZE` of WebGL 2. */
  readonly side: number
  readonly bytes: number
}

/** Limits of nearly every graphics card. */
export const usualLimits: TextureLimits = { side: 2048, bytes: 256 * 2 ** 20 }
