import type { PointCloud } from 'specimen-host/plugin'

/** @param at - When. @time s */
export function timeOfText(at: string = ''): PointCloud {
  return { points: new Float32Array(3 * at.length) }
}
