import type { PointCloud } from 'specimen-host/plugin'

/** @param at - When. @unit ms @time s */
export function timeUnitTwice(at: number = 0): PointCloud {
  return { points: Float32Array.of(at, 0, 0) }
}
