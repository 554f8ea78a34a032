/** The surface of equal values in any volume. */
import type { Mesh, Range, Volume } from 'specimen-host/plugin'
import { findWorld } from '../shared/find-world.ts'
import { extractIsosurface } from '../shared/isosurface.ts'
import { placeMesh } from './place-mesh.ts'

/**
 * The surface in any volume where its values pass a level, by marching cubes. It is open where it leaves the
 * volume.
 *
 * @displayName Isosurface
 * @tags geometry, volume, mesh, tool
 * @thumbnail isosurface.png
 * @view camera=1,0.6,0.3 solid=sand
 * @story What stands in "volume" is another specimen: choose any volume that this host has, and set its own
 * parameters below it.
 * @preset White matter {"level":0.5}
 * @preset Hydrogen {"volume":{"specimen":"hydrogenDensity"},"level":0.1}
 * @param volume - The values. @default {"process":"headVolume","inputs":{"part":"brain"}}
 * @param level - Where the surface lies: 0 is the smallest of the values, 1 the largest.
 */
export function isosurface(volume: Volume, level: Range<0, 1, 0.01> = 0.32): Mesh {
  const { shape, data, spacing = [1, 1, 1], labels, unit } = volume
  if (labels) throw new Error('These values are labels, and no surface lies between two of them.')
  let [low, high, missing] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const value of data) {
    if (Number.isNaN(value)) missing++
    else [low, high] = [Math.min(low, value), Math.max(high, value)]
  }
  if (missing === data.length) throw new Error('This volume has no values.')
  const value = low + level * (high - low)
  const full = missing === 0 ? data : Float64Array.from(data, (each) => (Number.isNaN(each) ? low : each))
  const mesh = extractIsosurface({ shape, data: full, spacing, origin: [0, 0, 0] }, value)
  const notes = [
    `The surface lies at ${Number(value.toPrecision(6))}.`,
    ...(missing > 0 ? [`Samples without a value count as ${Number(low.toPrecision(6))}: ${missing}.`] : []),
  ]
  return { ...placeMesh(mesh, volume), unit, orientation: findWorld(volume), notes }
}
