/** Smoothing of a volume before its surface is taken. */

/**
 * Returns samples averaged over 2·radius + 1 neighbours along each axis, twice: close to a Gaussian. Radius 0
 * only converts.
 */
export function smooth(
  samples: Uint8Array,
  shape: readonly [number, number, number],
  radius: number,
): Float32Array {
  const [depth, height, width] = shape
  let result = Float32Array.from(samples)
  if (radius === 0) return result
  const axes = [
    { step: 1, count: width },
    { step: width, count: height },
    { step: width * height, count: depth },
  ]
  for (const axis of axes) {
    for (let pass = 0; pass < 2; pass++) result = average(result, axis, radius)
  }
  return result
}

/** Samples along one axis, and how far apart they lie in the array. */
interface Axis {
  readonly step: number
  readonly count: number
}

/** Averages along one axis; beyond its ends counts as zero, so that a dark border stays dark. */
function average(samples: Float32Array, { step, count }: Axis, radius: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(samples.length)
  for (let i = 0; i < samples.length; i++) {
    const position = Math.floor(i / step) % count
    let sum = 0
    for (let k = -radius; k <= radius; k++) {
      if (position + k >= 0 && position + k < count) sum += samples[i + k * step] ?? 0
    }
    result[i] = sum / (2 * radius + 1)
  }
  return result
}
