/** Draws any result as the page shows it before anybody has touched a control. */
import type { Result } from '../domain/result/result.ts'
import type { Display } from '../look/display.ts'
import { readView } from '../look/view-text.ts'
import { prepare } from '../viewer/data/prepare/prepare.ts'
import type { Prepared } from '../viewer/data/prepared.ts'
import type { Frame } from './camera.ts'
import { drawImage } from './draw-image.ts'
import { drawMesh } from './draw-mesh.ts'
import { drawPoints } from './draw-points.ts'
import { drawVolume } from './draw-volume.ts'
import { addGround, type Colors, encodePng } from './finish-picture.ts'

/** Pixels along each side of a thumbnail. */
export const pictureEdge = 256

/** The picture that shows how much of the square a result fills: in pixels, with the margin it gets. */
const trial = { size: 64, margin: 1.08, mostZoom: 2.5 }

/** Supersampling along each side: rays through a volume cost more. */
const factors = { mesh: 3, point_cloud: 3, image: 4, volume: 2 } as const

/** A picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

const thumbnailSize: PictureSize = { width: pictureEdge, height: pictureEdge }
/** Rays of a large picture along each side, in those of a thumbnail: its edges are less smooth. */
const mostGrowth = 1.43

/** Returns a result by an author's view as a PNG: equal results, views and sizes, equal bytes. */
export function drawResult(result: Result, view = '', shape: PictureSize = thumbnailSize): Uint8Array {
  return encodePng(drawColors(result, view, shape))
}

/** Returns the colours of a picture. The content fills the largest square, with ground beside it. */
export function drawColors(result: Result, view: string, shape: PictureSize): Colors {
  const edge = Math.min(shape.width, shape.height)
  const most = factors[result.type]
  const factor = Math.min(most, Math.max(1, Math.round((most * pictureEdge * mostGrowth) / edge)))
  const size = edge * factor
  const [prepared, display] = [prepare(result), readView(view)]
  const zoom = findZoom(drawPixels(prepared, display, { size: trial.size, factor: 1, zoom: 1 }))
  return addGround(drawPixels(prepared, display, { size, factor, zoom }), edge, shape)
}

/** Returns the zoom at which the content fills the square: fitting leaves room for the box's corners. */
function findZoom(pixels: Float32Array): number {
  const half = trial.size / 2
  let reach = 0
  for (let p = 0; p < trial.size ** 2; p++) {
    if ((pixels[4 * p + 3] ?? 0) < 0.1) continue
    const [x, y] = [p % trial.size, Math.floor(p / trial.size)]
    reach = Math.max(reach, Math.abs(x + 0.5 - half) + 0.5, Math.abs(y + 0.5 - half) + 0.5)
  }
  return reach === 0 ? 1 : Math.min(trial.mostZoom, half / (reach * trial.margin))
}

/** Returns sRGB with opacity, multiplied by it, of (size / factor)² pixels. */
function drawPixels(prepared: Prepared, display: Display, frame: Frame): Float32Array {
  switch (prepared.type) {
    case 'mesh':
      return drawMesh(prepared, display, frame)
    case 'point_cloud':
      return average(drawPoints(prepared, display, frame), frame)
    case 'volume':
      return average(drawVolume(prepared, display, frame), frame)
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
