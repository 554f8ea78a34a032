/**
 * Draws the parts of a scene in one space: along each ray the fragments of all parts and the volumes between
 * them, from the nearest on, in linear light. There is no limit of layers. The page draws the same.
 */
import { type Affine, joinAffine } from '../../../contract/look/affine.ts'
import type { Display } from '../../../contract/look/display.ts'
import { findSceneBox } from '../../prepared/placement.ts'
import type { Prepared, PreparedScene } from '../../prepared/prepared.ts'
import { type Camera, createCamera, type Frame, toCameraSettings } from '../camera.ts'
import type { PixelBox } from '../draw-points.ts'
import { chooseStride, mostRays } from '../draw-volume.ts'
import { enlarge } from '../enlarge.ts'
import { setLight } from '../set-light.ts'
import type { Light } from '../volume/matter.ts'
import { Fragments } from './fragments.ts'
import { SceneRays } from './scene-rays.ts'
import { SceneVolumes } from './scene-volumes.ts'
import { type ShownPart, showParts } from './show-part.ts'
import type { Source } from './source.ts'
import { createSource } from './sources.ts'

/** Samples of a part of a picture that is drawn at once: its fragments are kept together. */
const mostSamples = 2 ** 20
/** Places of surfaces that a picture asks for: more take seconds, and it is drawn coarser. */
const mostAsked = 2e8

/** A scene at its place. */
export type PlacedScene = PreparedScene & Pick<Prepared, 'placement'>

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
    const size = coarse.factor > 1 ? edge : Math.ceil(coarse.size / 2)
    coarse = { ...coarse, factor: 1, size }
  }
}

/** The way in which a scene is seen. */
interface SceneView {
  readonly display: Display
  readonly frame: Frame
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
    if (fragments.asked > mostAsked && size > 1) return undefined
    const halves = fragments.isFull ? split(box) : []
    boxes.push(...halves)
    if (halves.length === 0) resolve({ box, rays, fragments, factor }, pixels)
  }
  return pixels
}

/** The parts of a scene as a picture has them. */
interface OpenedParts {
  readonly sources: readonly Source[]
  readonly volumes: SceneVolumes
}

function openParts(
  scene: PlacedScene,
  shown: readonly ShownPart[],
  { display, frame }: SceneView,
): OpenedParts {
  const { placement, bounds } = scene
  const settings = toCameraSettings(scene, display)
  const framed = { ...frame, box: frame.box ?? findSceneBox(scene) }
  const see = (place: Affine | undefined): Camera => {
    const way = placement && place ? joinAffine(placement, place) : (placement ?? place)
    return createCamera({ bounds, ...(way && { placement: way }) }, settings, framed)
  }
  const camera = see(undefined)
  const sources: Source[] = []
  const volumes = new SceneVolumes()
  for (const part of shown) {
    const { prepared, place } = part
    const partCamera = see(place)
    if (prepared.type === 'volume')
      volumes.add({ ...part, prepared }, { camera: partCamera, stride: chooseStride(prepared, frame) })
    else sources.push(createSource({ ...part, prepared }, { camera, partCamera, size: frame.size }))
  }
  return { sources, volumes }
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
