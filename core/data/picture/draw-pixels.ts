import type { Display } from '../../contract/look/display.ts'
import type { Prepared } from '../prepared/prepared.ts'
import type { Frame } from './camera.ts'
import { drawArrows } from './draw-arrows.ts'
import { drawImage } from './draw-image.ts'
import { drawDots } from './draw-labels.ts'
import { drawLines } from './draw-lines.ts'
import { drawMesh } from './draw-mesh.ts'
import { drawPoints } from './draw-points.ts'
import { drawVolume } from './draw-volume.ts'
import { drawScene } from './scene/draw-scene.ts'

/** Returns sRGB with opacity, multiplied by it, of (size / factor)² pixels. */
export function drawPixels(prepared: Prepared, display: Display, frame: Frame): Float32Array {
  switch (prepared.type) {
    case 'mesh':
      return drawMesh(prepared, display, frame)
    case 'point_cloud':
      return average(drawPoints(prepared, display, frame), frame)
    case 'lines':
      return average(drawLines(prepared, display, frame), frame)
    case 'arrows':
      return drawArrows(prepared, display, frame)
    case 'labels':
    case 'table':
      return average(drawDots(prepared, display, frame), frame)
    case 'volume':
      return average(drawVolume(prepared, display, frame), frame)
    case 'scene':
      return drawScene(prepared, display, frame)
    case 'image':
      return average(drawImage(prepared, display, frame), frame)
  }
}

function average(pixels: Float32Array, { size, factor }: Frame): Float32Array {
  const edge = size / factor
  const means = new Float32Array(edge * edge * 4)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const from = 4 * (row * size + column)
      const to = 4 * (Math.floor(row / factor) * edge + Math.floor(column / factor))
      for (let c = 0; c < 4; c++) means[to + c] = (means[to + c] ?? 0) + (pixels[from + c] ?? 0) / factor ** 2
    }
  }
  return means
}
