import type { Volume } from 'specimen-host/plugin'
import { findWorld } from '../shared/find-world.ts'
import { toAffine } from '../shared/grid.ts'

/** A volume without values. */
export type VolumeGrid = Pick<Volume, 'shape' | 'spacing' | 'origin' | 'direction' | 'orientation' | 'space'>

const axes = [0, 1, 2] as const

type Rows = readonly (readonly number[])[]

/**
 * Returns a grid of equal spacing with the middle, the axes and at least the size of a volume, turned about
 * the x of the world by degrees, from y to z.
 */
export function layGrid(volume: Volume, spacing: number, tilt: number): VolumeGrid {
  const { shape, spacing: before = [1, 1, 1] } = volume
  const counts = axes.map((axis) => Math.max(1, Math.round((shape[axis] * before[axis]) / spacing)))
  const own: Rows = volume.direction ?? axes.map((row) => axes.map((axis) => Number(row === axis)))
  const direction = tiltRows(own, tilt)
  const { matrix, shift } = toAffine(volume)
  const origin = axes.map((row) => {
    const middle = axes.reduce<number>(
      (sum, axis) => sum + ((matrix[3 * row + axis] ?? 0) * (shape[axis] - 1)) / 2,
      shift[row] ?? 0,
    )
    const half = axes.reduce<number>(
      (sum, axis) => sum + ((direction[row]?.[axis] ?? 0) * spacing * ((counts[axis] ?? 1) - 1)) / 2,
      0,
    )
    return middle - half
  })
  const [depth = 1, height = 1, width = 1] = counts
  const [z = 0, y = 0, x = 0] = origin
  const world = findWorld(volume)
  // The same turned over: along which axis of the world each axis of the array leads.
  const columns = axes.map((axis) => direction.map((row) => row[axis] ?? 0))
  const isTurned = tilt !== 0 || volume.direction !== undefined
  return {
    shape: [depth, height, width],
    spacing: [spacing, spacing, spacing],
    origin: [z, y, x],
    direction: isTurned ? direction : undefined,
    orientation: world && findWorld({ ...volume, orientation: world, direction: columns }),
    space: volume.space,
  }
}

/** Returns rows z, y, x, turned about x from y to z. */
function tiltRows(
  [z = [], y = [], x = []]: readonly (readonly number[])[],
  degrees: number,
): readonly (readonly number[])[] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  const mix = (a: number, b: number): readonly number[] =>
    axes.map((axis) => a * (z[axis] ?? 0) + b * (y[axis] ?? 0))
  return [mix(cos, sin), mix(-sin, cos), x]
}
