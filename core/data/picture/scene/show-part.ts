/** A part of a scene as a view shows it. */
import type { Affine } from '../../../contract/look/affine.ts'
import { toFiniteBox } from '../../../contract/look/box.ts'
import { type HalfSpace, listKept } from '../../../contract/look/clip.ts'
import type { Display, Vector3 } from '../../../contract/look/display.ts'
import { toLinear } from '../../../contract/look/linear-light.ts'
import { findPartLook, toPartDisplay } from '../../../contract/look/part-look.ts'
import { toVector } from '../../../contract/look/vectors.ts'
import type { PreparedPart, PreparedScene, PreparedScenePart } from '../../prepared/prepared.ts'

/** A part that is to be seen. */
export interface ShownPart<Part extends PreparedPart = PreparedPart> {
  readonly prepared: Part
  /** The way from its coordinates to those of the scene; undefined where these are the same. */
  readonly place: Affine | undefined
  readonly display: Display
  /** From 0 (clear) to 1. */
  readonly opacity: number
  /** The sRGB colour in place of its own, each channel from 0 to 1; undefined for these. */
  readonly color: Vector3 | undefined
  /** The width of its lines, or the diameter of its points, in its unit; undefined for the usual one. */
  readonly width: number | undefined
  /** The parts of the scene's space in which it is seen, in the scene's coordinates. */
  readonly kept: readonly HalfSpace[]
}

/** Returns the parts of a scene that are to be seen, in its order. */
export function showParts({ parts, bounds }: PreparedScene, display: Display): readonly ShownPart[] {
  const kept = listKept(display, toFiniteBox(bounds))
  return parts.flatMap((part) => showPart(part, display, kept) ?? [])
}

function showPart(
  part: PreparedScenePart,
  display: Display,
  kept: readonly HalfSpace[],
): ShownPart | undefined {
  const { prepared, place, look } = part
  const shown = findPartLook(part, display.parts)
  const { opacity, color } = shown
  if (!shown.isShown || !(opacity > 0)) return undefined
  return {
    prepared,
    place,
    display: toPartDisplay(display, shown),
    opacity: prepared.type === 'mesh' || prepared.type === 'arrows' ? opacity * display.meshOpacity : opacity,
    color: color && toVector((channel) => (color[channel] ?? 0) / 255),
    width: look?.width,
    kept: shown.isWhole ? [] : kept,
  }
}

/** Returns a colour as linear light. */
export function toLight(color: Vector3): Vector3 {
  return toVector((channel) => toLinear(color[channel]))
}
