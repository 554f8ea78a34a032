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
  const [, height, width] = shape
  let result = Float32Array.from(samples)
  if (radius === 0) return result
  for (const [step, count] of [
    [1, width],
    [width, height],
    [width * height, shape[0]],
  ] as const) {
    for (let pass = 0; pass < 2; pass++) result = average(result, step, count, radius)
  }
  return result
}

/** Averages along one axis; beyond its ends counts as zero, so that a dark border stays dark. */
function average(
  samples: Float32Array,
  step: number,
  count: number,
  radius: number,
): Float32Array<ArrayBuffer> {
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
