import { type Affine, joinAffine } from '../../../contract/look/affine.ts'
import type { Display } from '../../../contract/look/display.ts'
import { findShownBox } from '../../prepared/placement.ts'
import type { Prepared, PreparedScene } from '../../prepared/prepared.ts'
import { type Camera, createCamera, type Frame, toCameraSettings } from '../camera.ts'
import { chooseStride } from '../draw-volume.ts'
import { SceneVolumes } from './scene-volumes.ts'
import type { ShownPart } from './show-part.ts'
import type { Source } from './source.ts'
import { createSource } from './sources.ts'

/** A scene at its place. */
export type PlacedScene = PreparedScene & Pick<Prepared, 'placement'>

/** The way in which a scene is seen. */
export interface SceneView {
  readonly display: Display
  readonly frame: Frame
}

/** The parts of a scene as a picture has them. */
export interface RayParts {
  readonly sources: readonly Source[]
  readonly volumes: SceneVolumes
}

/** Returns the parts of a scene that are shown, as rays meet them. */
export function openParts(
  scene: PlacedScene,
  shown: readonly ShownPart[],
  { display, frame }: SceneView,
): RayParts {
  const { placement, bounds } = scene
  const settings = toCameraSettings(scene, display)
  const framed = { ...frame, box: frame.box ?? findShownBox(scene) }
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
