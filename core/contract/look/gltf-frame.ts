import { findLengthUnit } from '../text/length-units.ts'
import type { Display } from './display.ts'

/** The place of a result in a glTF file, as its root node has it. */
export interface GltfFrame {
  /** A unit quaternion, its real part last. */
  readonly rotation: readonly [x: number, y: number, z: number, w: number]
  readonly scale: readonly [x: number, y: number, z: number]
}

const half = Math.SQRT1_2

/**
 * Returns the place of a result with this unit and upward axis: glTF has lengths in metres and +Y up (3.4).
 * Lengths in an unknown unit are left as they are.
 */
export function toGltfFrame(unit: string | undefined, up: Display['up']): GltfFrame {
  const metres = findLengthUnit(unit ?? '')?.metres ?? 1
  return { rotation: up === 'z' ? [-half, 0, 0, half] : [0, 0, 0, 1], scale: [metres, metres, metres] }
}
