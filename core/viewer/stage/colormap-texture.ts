import { ClampToEdgeWrapping, DataTexture, LinearFilter } from 'three'
import { type ColormapName, colormapSize, sampleColormap } from '../color/colormaps.ts'

/** A colormap as a texture of one row; it holds sRGB bytes and is read as such. */
export interface ColormapTexture {
  readonly texture: DataTexture
  /** Takes another colormap when it is another. */
  apply(colormap: ColormapName, isInverted: boolean): void
}

/** Makes the texture of a colormap; whoever asked for it disposes of it. */
export function createColormapTexture(): ColormapTexture {
  const texture = new DataTexture(null, colormapSize, 1)
  texture.minFilter = LinearFilter
  texture.magFilter = LinearFilter
  texture.wrapS = ClampToEdgeWrapping
  let shown = ''
  return {
    texture,
    apply(colormap, isInverted) {
      const wanted = `${colormap} ${isInverted}`
      if (wanted === shown) return
      shown = wanted
      texture.image = { data: sampleColormap(colormap, isInverted), width: colormapSize, height: 1 }
      texture.needsUpdate = true
    },
  }
}
