import type { Volume } from 'specimen-host/plugin'

/** Returns the value at indices that need not be whole; undefined outside. */
export type Sampler = (z: number, y: number, x: number) => number | undefined

/** Half a sample, and what rounding adds. */
const rim = 0.5 + 1e-6

/**
 * Returns values between samples, linear or those of the nearest. A sample fills the space around its centre:
 * so up to half a sample beyond the outermost centres their values go on.
 */
export function createSampler({ shape, data }: Volume, method: 'linear' | 'nearest'): Sampler {
  const [lastZ, lastY, lastX] = [shape[0] - 1, shape[1] - 1, shape[2] - 1]
  const [row, layer] = [shape[2], shape[1] * shape[2]]
  const clamp = (value: number, last: number): number => Math.min(last, Math.max(0, value))
  const isOutside = (value: number, last: number): boolean => value < -rim || value > last + rim
  if (method === 'nearest')
    return (z, y, x) => {
      if (isOutside(z, lastZ) || isOutside(y, lastY) || isOutside(x, lastX)) return undefined
      const [near, down, along] = [
        clamp(Math.round(z), lastZ),
        clamp(Math.round(y), lastY),
        clamp(Math.round(x), lastX),
      ]
      return data[near * layer + down * row + along]
    }
  return (atZ, atY, atX) => {
    if (isOutside(atZ, lastZ) || isOutside(atY, lastY) || isOutside(atX, lastX)) return undefined
    const [z, y, x] = [clamp(atZ, lastZ), clamp(atY, lastY), clamp(atX, lastX)]
    const [z0, y0, x0] = [Math.floor(z), Math.floor(y), Math.floor(x)]
    const first = z0 * layer + y0 * row + x0
    const [dz, dy, dx] = [z0 < lastZ ? layer : 0, y0 < lastY ? row : 0, x0 < lastX ? 1 : 0]
    // A sample without weight is not read, as it may be NaN.
    const along = (at: number): number => {
      const [left = 0, part] = [data[at], x - x0]
      return part === 0 ? left : left + part * ((data[at + dx] ?? 0) - left)
    }
    const across = (at: number): number => {
      const [upper, part] = [along(at), y - y0]
      return part === 0 ? upper : upper + part * (along(at + dy) - upper)
    }
    const [near, part] = [across(first), z - z0]
    return part === 0 ? near : near + part * (across(first + dz) - near)
  }
}
