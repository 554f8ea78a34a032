import type { Vector3 } from './display.ts'
import { readNumbers } from './link-values.ts'

/** The view of a specimen, in its own coordinates. */
export interface CameraPose {
  /** The centre of the view and of rotation. */
  readonly target: Vector3
  readonly offset: Vector3
}

const cameraDigits = 4
/** Graphics cards have numbers up to 3e38. */
const farthest = 1e30

/** Returns a pose as text, without digits that are invisible at the camera's distance. */
export function writeCamera({ target, offset }: CameraPose): string {
  const distance = Math.hypot(...offset)
  const decimals = cameraDigits - 1 - Math.floor(Math.log10(distance || 1))
  const round = (value: number): number => {
    if (decimals > 100 || Math.abs(value) >= 1e21) return value
    const unit = 10 ** -decimals
    return decimals >= 0 ? Number(value.toFixed(decimals)) + 0 : Math.round(value / unit) * unit + 0
  }
  return [...target, ...offset].map(round).join(',')
}

/** Returns the original of {@link writeCamera}; null for a text that is no pose or cannot be drawn. */
export function readCamera(text: string): CameraPose | null {
  const numbers = readNumbers(text, 6)
  if (!numbers) return null
  const [x = 0, y = 0, z = 0, dx = 0, dy = 0, dz = 0] = numbers
  const isDrawable = numbers.every((value) => Math.abs(value) <= farthest)
  return isDrawable && Math.hypot(dx, dy, dz) >= 1 / farthest
    ? { target: [x, y, z], offset: [dx, dy, dz] }
    : null
}
