import type { WebGLRenderer } from 'three'

/** A small picture: its size, and the call that draws it. */
export interface Trial {
  readonly width: number
  readonly height: number
  readonly draw: () => void
}

/** Draws a small picture in a corner of the canvas, and returns the opacity of each pixel, 0 to 1. */
export function readOpacities(
  renderer: WebGLRenderer,
  { width, height, draw }: Trial,
): Float32Array<ArrayBuffer> {
  const ratio = renderer.getPixelRatio()
  renderer.setViewport(0, 0, width / ratio, height / ratio)
  draw()
  const pixels = new Uint8Array(4 * width * height)
  const gl = renderer.getContext()
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
  const canvas = renderer.domElement
  renderer.setViewport(0, 0, canvas.width / ratio, canvas.height / ratio)
  return Float32Array.from({ length: width * height }, (_, i) => (pixels[4 * i + 3] ?? 0) / 255)
}
