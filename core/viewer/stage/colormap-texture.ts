import { ClampToEdgeWrapping, DataTexture, LinearFilter } from 'three'
import { type ColormapName, colormapSize, sampleColormap } from '../../contract/look/colormaps.ts'

/** The texture of a colour map. */
export interface ColormapTexture {
  readonly texture: DataTexture
  apply(colormap: ColormapName, isInverted: boolean): void
}

/** Creates a colormap as a texture of one row, in sRGB bytes; the caller disposes of it. */
export function createColormapTexture(): ColormapTexture {
  const texture = new DataTexture(null, colormapSize, 1)
  texture.minFilter = LinearFilter
  texture.magFilter = LinearFilter
  texture.wrapS = ClampToEdgeWrapping
  let shown = ''
  return {
    texture,
    apply(colormap: ColormapName, isInverted: boolean) {
      const wanted = `${colormap} ${isInverted}`
      if (wanted === shown) return
      shown = wanted
      texture.image = { data: sampleColormap(colormap, isInverted), width: colormapSize, height: 1 }
      texture.needsUpdate = true
    },
  }
}
