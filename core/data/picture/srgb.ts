import type { Vector3 } from '../../contract/look/display.ts'

/** Fine enough that no byte is off by more than 0.1. */
const steps = 1 << 14
const table = Float32Array.from({ length: steps + 1 }, (_, i) => {
  const light = i / steps
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055
})

/** Returns linear light as an sRGB part from 0 to 1, cut there. */
export function toSrgb(light: number): number {
  return table[(Math.max(0, Math.min(1, light)) * steps + 0.5) | 0] ?? 0
}

/** Returns the sRGB parts of a colour such as 0xb6bdc9. */
export function toParts(hex: number): Vector3 {
  return [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255]
}
