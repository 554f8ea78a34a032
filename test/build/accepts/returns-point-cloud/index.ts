import type { PointCloud } from 'specimen-host/plugin'

export function returnsPointCloud(): PointCloud {
  return { points: new Float32Array(3) }
}
