/** The parts of a scene that have fragments, by their kinds. */

import { applyAffine, measureScale } from '../../../contract/look/affine.ts'
import { diagonal, middle, toFiniteBox } from '../../../contract/look/box.ts'
import { isKept } from '../../../contract/look/clip.ts'
import { toDotDisplay } from '../../../contract/look/label-dots.ts'
import { toLinear } from '../../../contract/look/linear-light.ts'
import { add, scale } from '../../../contract/look/vectors.ts'
import type {
  PreparedCloud,
  PreparedImage,
  PreparedLabels,
  PreparedLines,
  PreparedMesh,
  PreparedVolume,
} from '../../prepared/prepared.ts'
import type { Camera } from '../camera.ts'
import { toMesh } from '../draw-arrows.ts'
import { createImageReading } from '../draw-image.ts'
import { fillLines, toRadius } from '../draw-lines.ts'
import { createPaint, createShine, type MeshPaint, toSeen } from '../draw-mesh.ts'
import { coverDisc, type Disc, Discs } from '../draw-points.ts'
import { createFragment } from '../fragment.ts'
import { createPointPaint } from '../point-colors.ts'
import { rasterize } from '../rasterize.ts'
import { moveNormals, movePoints, toPartSpaces } from './move-part.ts'
import { type ShownPart, toLight } from './show-part.ts'
import type { Source, Tint } from './source.ts'

/** A part that has fragments. */
type SolidPart = ShownPart<Exclude<ShownPart['prepared'], PreparedVolume>>

/** The cameras of a picture of a scene. */
export interface SceneCamera {
  /** In the coordinates of the scene. */
  readonly camera: Camera
  /** In those of the part. */
  readonly partCamera: Camera
  /** Samples along each side. */
  readonly size: number
}

/** Returns the fragments of a part that is not a volume. */
export function createSource({ prepared, ...part }: SolidPart, view: SceneCamera): Source {
  switch (prepared.type) {
    case 'mesh':
      return createMeshSource({ ...part, prepared }, view)
    case 'arrows':
      return createMeshSource({ ...part, prepared: toMesh(prepared, part.display) }, view)
    case 'lines':
      return createLineSource({ ...part, prepared }, view)
    case 'point_cloud':
      return createPointSource({ ...part, prepared }, view)
    case 'labels':
      return createDotSource({ ...part, prepared }, view)
    case 'image':
      return createImageSource({ ...part, prepared }, view)
  }
}

function createTint(): Tint {
  return { red: 0, green: 0, blue: 0, cover: 1 }
}

function createMeshSource(
  { prepared, place, display, opacity, color, kept }: ShownPart<PreparedMesh>,
  { camera }: SceneCamera,
): Source {
  const normals = moveNormals(prepared.normals, place)
  const mesh = { ...movePoints(prepared, place), normals }
  const seen = toSeen(mesh, camera, kept)
  const paint = color ? createPlainPaint(color) : createPaint(mesh, display)
  const shine = createShine(seen, paint, { display, camera })
  const tint = createTint()
  let lit = -1
  return {
    opacity,
    fill: (target) => rasterize(seen, target),
    begin() {
      lit = -1
    },
    shade(triangle, second, third) {
      if (triangle === lit) return tint
      lit = triangle
      const { red, green, blue } = shine(triangle, second, third)
      tint.red = red
      tint.green = green
      tint.blue = blue
      return tint
    },
  }
}

function createPlainPaint(color: NonNullable<ShownPart['color']>): MeshPaint {
  const [red, green, blue] = toLight(color)
  return (_, spot) => {
    spot.red = red
    spot.green = green
    spot.blue = blue
  }
}

function createLineSource(
  { prepared, place, display, opacity, color, width, kept }: ShownPart<PreparedLines>,
  { camera, size }: SceneCamera,
): Source {
  const lines = movePoints(prepared, place)
  const usual = toRadius(display, size)
  const across = width === undefined ? 0 : width * (place ? measureScale(place) : 1) * camera.unitPixels
  const paint = createPointPaint(prepared, display)
  const tint = createTint()
  return {
    opacity,
    fill: (target) =>
      fillLines(
        lines,
        {
          camera,
          kept,
          toRadius: width === undefined ? () => usual : (nearness) => (across * nearness) / 2,
        },
        target,
      ),
    begin() {},
    shade(from, part) {
      const [red, green, blue] = color ?? paint(from, from + 1, part)
      tint.red = toLinear(red)
      tint.green = toLinear(green)
      tint.blue = toLinear(blue)
      return tint
    },
  }
}

function createDotSource(
  { prepared, display, ...part }: ShownPart<PreparedLabels>,
  view: SceneCamera,
): Source {
  const { result, ...places } = prepared
  const cloud = {
    ...places,
    type: 'point_cloud',
    result: { ...result, type: 'point_cloud' },
    diameter: 0,
  } as const
  return createPointSource({ ...part, prepared: cloud, display: toDotDisplay(display) }, view)
}

function createPointSource(
  { prepared, place, display, opacity, color, width, kept }: ShownPart<PreparedCloud>,
  { camera, size }: SceneCamera,
): Source {
  const factor = place ? measureScale(place) : 1
  const box = toFiniteBox(prepared.bounds)
  const centre = middle(box)
  const ball = {
    middle: place ? applyAffine(place, centre) : centre,
    radius: (diagonal(box) / 2 || 1) * factor,
  }
  const chosen = width === undefined ? display : { ...display, pointSize: null, pointScale: 1 }
  const moved = { ...movePoints(prepared, place), diameter: factor * (width ?? prepared.diameter) }
  const discs = new Discs(moved, chosen, { camera, kept, size, ball })
  const tint = createTint()
  let last: { readonly index: number; readonly disc: Disc | undefined } = { index: -1, disc: undefined }
  return {
    opacity,
    fill(target) {
      const fragment = createFragment()
      for (let i = 0; i < discs.count && !target.isFull; i++) {
        const disc = discs.find(i)
        if (!disc) continue
        fragment.element = i
        fragment.nearness = 1 / disc.at[2]
        coverDisc(disc, target, (x, y, right, up) => {
          if (target.hides(x, y, fragment.nearness)) return
          fragment.x = x
          fragment.y = y
          fragment.u = right
          fragment.v = up
          target.put(fragment)
        })
      }
    },
    begin() {},
    shade(index, right, up) {
      if (last.index !== index) last = { index, disc: discs.find(index) }
      const { disc } = last
      if (!disc) return tint
      const [red, green, blue] = discs.shade(color ? { ...disc, color } : disc, right, up)
      tint.red = toLinear(red)
      tint.green = toLinear(green)
      tint.blue = toLinear(blue)
      tint.cover = disc.cover
      return tint
    },
  }
}

/** An image is a plane: its pixels are squares of a unit at z = 0, with y downward. */
function createImageSource(
  { prepared, place, display, opacity, kept }: ShownPart<PreparedImage>,
  { partCamera }: SceneCamera,
): Source {
  const { width, height } = prepared.result
  const read = createImageReading(prepared, display)
  const spaces = toPartSpaces(kept, place)
  const tint = createTint()
  return {
    opacity,
    fill(target) {
      const fragment = createFragment()
      for (let y = target.top; y < target.bottom; y++) {
        for (let x = target.left; x < target.right; x++) {
          const direction = partCamera.castRay(x + 0.5, y + 0.5)
          const far = -partCamera.eye[2] / direction[2]
          if (!(far > 0) || far === Number.POSITIVE_INFINITY) continue
          const at = add(partCamera.eye, scale(direction, far))
          const [column, row] = [Math.floor(at[0]), Math.floor(at[1])]
          if (column < 0 || row < 0 || column >= width || row >= height) continue
          if (target.hides(x, y, 1 / far) || !isKept(spaces, at)) continue
          fragment.x = x
          fragment.y = y
          fragment.nearness = 1 / far
          fragment.element = row * width + column
          fragment.opacity = read(fragment.element)[3]
          target.put(fragment)
        }
      }
    },
    begin() {},
    shade(pixel) {
      const [red, green, blue] = read(pixel)
      tint.red = toLinear(red)
      tint.green = toLinear(green)
      tint.blue = toLinear(blue)
      return tint
    },
  }
}
