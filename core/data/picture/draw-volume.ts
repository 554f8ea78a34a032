/** Draws a volume as the page's ray marcher does; coordinates of samples are fractions of its box. */
import { listKept } from '../../contract/look/clip.ts'
import type { Display } from '../../contract/look/display.ts'
import { chooseRendering } from '../../contract/look/volume-transfer.ts'
import type { PreparedVolume } from '../prepared/prepared.ts'
import { sizeOf } from '../prepared/volume-grid.ts'
import { createCamera, type Frame, type PlacedContent } from './camera.ts'
import { enlarge } from './enlarge.ts'
import { setLight } from './set-light.ts'
import { MatterWalk, march } from './volume/march.ts'
import { blend, createMatter, type Light, type Lights, type Ray } from './volume/matter.ts'
import { createRaySurfaces } from './volume/ray-surfaces.ts'
import { findLights, VolumeRays } from './volume/volume-rays.ts'

/** Most rays along each side of a picture with one for each pixel: a larger one would take seconds. */
export const mostRays = 400
/** Steps along a side of the box, for each pixel with four rays and for each with one. */
const mostPixelSteps = { 2: 512, 1: 128 } as const

/** Returns the rays of a shown pixel along each side: one where four would be too many steps. */
export function chooseVolumeFactor(volume: PreparedVolume): 1 | 2 {
  return 4 * Math.max(...sizeOf(volume.result)) <= mostPixelSteps[2] ? 2 : 1
}

/** Returns the samples between two steps: more than one where there are more than a pixel shows. */
export function chooseStride(volume: PreparedVolume, { factor }: Pick<Frame, 'factor'>): number {
  const steps = mostPixelSteps[factor === 1 ? 1 : 2] / factor ** 2
  return Math.max(1, Math.max(...sizeOf(volume.result)) / steps)
}

/** Returns sRGB with opacity, multiplied by it, of `size`² pixels; a large picture has a ray for several. */
export function drawVolume(
  volume: PreparedVolume & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  const { size, factor } = frame
  if (factor > 1 || size <= mostRays) return castRays(volume, display, frame)
  return enlarge(castRays(volume, display, { ...frame, size: mostRays }), mostRays, size)
}

function castRays(volume: PreparedVolume & PlacedContent, display: Display, frame: Frame): Float32Array {
  const { size } = frame
  const camera = createCamera(volume, display, frame)
  const kept = listKept(display, volume.bounds)
  const rays = new VolumeRays(volume, { camera, kept, stride: chooseStride(volume, frame) })
  const addLight = createRayDrawing(volume, display, findLights(camera))
  const pixels = new Float32Array(size * size * 4)
  for (let p = 0; p < size * size; p++) {
    rays.cast(p % size, Math.floor(p / size))
    const { near, far } = rays
    if (!(far > near)) continue
    const sum: Light = [0, 0, 0, 0]
    addLight(rays.cut(near, far, rays.count(near, far)), sum)
    setLight(pixels, p, sum)
  }
  return pixels
}

/** Returns the function that adds the light of a ray in the chosen way. */
function createRayDrawing(
  volume: PreparedVolume,
  display: Display,
  lights: Lights,
): (ray: Ray, sum: Light) => void {
  const matter = createMatter(volume, display, { lights, color: undefined })
  const rendering = chooseRendering(volume, display)
  if (rendering !== 'direct') {
    const visitSurfaces = createRaySurfaces(matter, rendering)
    return (ray, sum) => visitSurfaces(ray, (_, color, opacity) => blend(sum, color, opacity))
  }
  const walks = [new MatterWalk(matter)] as const
  return (ray, sum) => {
    walks[0].begin(ray)
    march(walks, sum)
  }
}
