import type { PointCloud, Time } from 'specimen-host/plugin'

export function timeOrder(at: Time<10, 0> = 5): PointCloud {
  return { points: Float32Array.of(at, 0, 0) }
}
