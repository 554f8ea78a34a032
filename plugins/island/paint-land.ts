/** Colours of the land by height and steepness. */
import { toSrgbByte } from '../shared/srgb.ts'

/** Red, green, blue in linear light. */
type Color = readonly [red: number, green: number, blue: number]

const sea: Color = [0.02, 0.1, 0.2]
const sand: Color = [0.5, 0.42, 0.26]
const forest: Color = [0.07, 0.17, 0.05]
const rock: Color = [0.22, 0.19, 0.17]
const snow: Color = [0.9, 0.92, 0.96]

/**
 * Returns n×3 sRGB bytes: water, sand along the shore, forest, rock where it is steep, snow above 800 m where
 * it is not.
 */
export function paintLand(vertices: Float32Array, normals: Float32Array): Uint8Array {
  const colors = new Uint8Array(vertices.length)
  for (let i = 0; i < vertices.length; i += 3) {
    const [height = 0, up = 1] = [vertices[i + 2], normals[i + 2]]
    colors.set(toGround(height, 1 - up).map(toSrgbByte), i)
  }
  return colors
}

/** `steepness` is 0 for flat ground and 1 for a wall. */
function toGround(height: number, steepness: number): Color {
  if (height <= 0) return sea
  const green = blend(sand, forest, height / 0.09)
  return blend(blend(green, rock, (steepness - 0.14) / 0.14), snow, (height - 0.8 - 0.4 * steepness) / 0.1)
}

function blend(low: Color, high: Color, position: number): Color {
  const share = Math.min(1, Math.max(0, position))
  const mix = (from: number, to: number): number => from + (to - from) * share
  return [mix(low[0], high[0]), mix(low[1], high[1]), mix(low[2], high[2])]
}
