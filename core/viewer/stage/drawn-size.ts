import { type Vector2, Vector4, type WebGLRenderer } from 'three'
import { pageHeight } from '../../contract/look/point-size.ts'

const viewport = new Vector4()

/**
 * Sets `size` to the pixels of the viewport that is being drawn, one eye's in a headset, and returns those of
 * a CSS pixel. In a headset lines have the part of the picture's height that they have on a page. Call it
 * while an object is drawn, in its `onBeforeRender`.
 */
export function measureDrawn(renderer: WebGLRenderer, size: Vector2): number {
  const { z: width, w: height } = renderer.getCurrentViewport(viewport)
  size.set(width, height)
  return renderer.xr.isPresenting ? height / pageHeight : renderer.getPixelRatio()
}
