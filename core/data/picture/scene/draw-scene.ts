/**
 * Draws the parts of a scene in one space: along each ray the fragments of all parts and the volumes between
 * them, from the nearest on, in linear light. There is no limit of layers. The page draws the same.
 */
import type { Display } from '../../../contract/look/display.ts'
import type { Frame } from '../camera.ts'
import { mostRays } from '../draw-volume.ts'
import { enlarge } from '../enlarge.ts'
import type { PixelBox } from '../fragment.ts'
import { setLight } from '../set-light.ts'
import type { Light } from '../volume/matter.ts'
import { Fragments } from './fragments.ts'
import { openParts, type PlacedScene, type SceneView } from './open-parts.ts'
import { SceneRays } from './scene-rays.ts'
import { type ShownPart, showParts } from './show-part.ts'

/** Samples of a part of a picture that is drawn at once: its fragments are kept together. */
const mostSamples = 2 ** 20

/** Returns sRGB with opacity, multiplied by it, of (size / factor)² pixels. */
export function drawScene(scene: PlacedScene, display: Display, frame: Frame): Float32Array {
  const edge = frame.size / frame.factor
  const shown = showParts(scene, display)
  const isVolume = shown.length > 0 && shown.every(({ prepared }) => prepared.type === 'volume')
  let coarse = frame
  if (isVolume && frame.factor === 1 && frame.size > mostRays) coarse = { ...frame, size: mostRays }
  for (;;) {
    const pixels = drawSamples(scene, shown, { display, frame: coarse })
    const drawn = coarse.size / coarse.factor
    if (pixels) return drawn === edge ? pixels : enlarge(pixels, drawn, edge)
    const factor = Math.max(1, coarse.factor - 1)
    coarse = { ...coarse, factor, size: coarse.factor > 1 ? edge * factor : Math.ceil(coarse.size / 2) }
  }
}

/** Returns the pixels; undefined where they would take too long. */
function drawSamples(
  scene: PlacedScene,
  shown: readonly ShownPart[],
  view: SceneView,
): Float32Array | undefined {
  const { size, factor } = view.frame
  const edge = size / factor
  const { sources, volumes } = openParts(scene, shown, view)
  const rays = new SceneRays(sources, volumes)
  const fragments = new Fragments(Math.min(size * size, mostSamples))
  const pixels = new Float32Array(edge * edge * 4)
  const rows = Math.max(1, Math.floor(mostSamples / size / factor))
  const boxes: PixelBox[] = []
  for (let top = 0; top < edge; top += rows)
    boxes.push({ left: 0, top, right: edge, bottom: Math.min(edge, top + rows) })
  for (let box = boxes.pop(); box; box = boxes.pop()) {
    fragments.begin(scaleBox(box, factor))
    rays.fill(fragments)
    if (fragments.isTooMuch && size > 1) return undefined
    const halves = fragments.isFull ? split(box) : []
    boxes.push(...halves)
    if (halves.length === 0) resolve({ box, rays, fragments, factor }, pixels)
  }
  return pixels
}

function scaleBox({ left, top, right, bottom }: PixelBox, factor: number): PixelBox {
  return { left: left * factor, top: top * factor, right: right * factor, bottom: bottom * factor }
}

/** Returns the halves of a part of a picture; none for a single pixel. */
function split({ left, top, right, bottom }: PixelBox): PixelBox[] {
  const [wide, high] = [right - left, bottom - top]
  if (wide * high <= 1) return []
  const [middle, centre] = [left + (wide >> 1), top + (high >> 1)]
  return wide > high
    ? [
        { left, top, right: middle, bottom },
        { left: middle, top, right, bottom },
      ]
    : [
        { left, top, right, bottom: centre },
        { left, top: centre, right, bottom },
      ]
}

/** A part of a picture whose fragments are there. */
interface FilledBox {
  readonly box: PixelBox
  readonly rays: SceneRays
  readonly fragments: Fragments
  readonly factor: number
}

/** Writes the pixels of a part of a picture: each is the mean of its samples. */
function resolve({ box, rays, fragments, factor }: FilledBox, pixels: Float32Array): void {
  const edge = Math.sqrt(pixels.length / 4)
  const sample = new Float32Array(4)
  const sum: Light = [0, 0, 0, 0]
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      rays.begin()
      const at = 4 * (y * edge + x)
      for (let i = 0; i < factor * factor; i++) {
        sum.fill(0)
        sample.fill(0)
        rays.addLight(x * factor + (i % factor), y * factor + Math.floor(i / factor), fragments, sum)
        setLight(sample, 0, sum)
        for (let c = 0; c < 4; c++) pixels[at + c] = (pixels[at + c] ?? 0) + (sample[c] ?? 0) / factor ** 2
      }
    }
  }
}
