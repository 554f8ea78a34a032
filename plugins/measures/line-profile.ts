/** The values of a volume along a line. */
import type { Integer, Lines, Point, Polyline, Range, Table, Volume } from 'specimen-host/plugin'
import { findWorld } from '../shared/find-world.ts'
import { invert, toAffine } from '../shared/grid.ts'
import { createSampler } from '../shared/sampler.ts'

/** A volume, the line through it, and the values along the line. */
interface ProfiledVolume {
  readonly volume: Volume
  readonly line: Lines
  readonly profile: Table
}

/**
 * The values of any volume along a line, each with its place.
 *
 * @displayName Line profile
 * @tags volume, profile, table, tool
 * @thumbnail line-profile.png
 * @view camera=1,0.75,0.35 slabs=0,0.5,0,1,0,1
 * @part line color=#f2b035 width=1.5 title="Line"
 * @story Drag the ends of the line: skin and skull are peaks, and the fluid between the halves of the brain
 * is a valley. A click on a row goes to its place.
 * @param volume - The values. @default {"specimen":"headVolume"}
 * @param line - @unit mm
 * @param samples - Equal steps along it.
 */
export function lineProfile(
  volume: Volume,
  line: Polyline = [
    [-80, -20, 10],
    [80, -20, 10],
  ],
  samples: Integer & Range<2, 10_000> = 200,
): ProfiledVolume {
  const { unit, valueName = 'value', valueUnit } = volume
  const lengths = line.slice(1).map((point, i) => distance(line[i] ?? point, point))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const sampler = createSampler(volume, volume.labels ? 'nearest' : 'linear')
  const { matrix, shift } = invert(toAffine(volume))
  const at = Float64Array.from({ length: samples }, (_, i) => (whole * i) / (samples - 1))
  const points = new Float32Array(3 * samples)
  const values = at.map((length, row) => {
    const [x, y, z] = walk(line, lengths, length)
    points.set([x, y, z], 3 * row)
    const [depth = 0, height = 0, width = 0] = [0, 1, 2].map(
      (of) =>
        (matrix[3 * of] ?? 0) * z +
        (matrix[3 * of + 1] ?? 0) * y +
        (matrix[3 * of + 2] ?? 0) * x +
        (shift[of] ?? 0),
    )
    return sampler(depth, height, width) ?? Number.NaN
  })
  const outside = values.reduce((count, value) => count + Number(Number.isNaN(value)), 0)
  const space = { unit, orientation: findWorld(volume) }
  return {
    volume,
    line: { points: Float32Array.from(line.flat()), ...space },
    profile: {
      columns: [
        { name: 'along the line', unit, values: at },
        { name: valueName, unit: valueUnit, values },
      ],
      points,
      plot: 'line',
      x: 'along the line',
      ...space,
      notes:
        outside > 0 ? [`${outside} of ${samples} places have no value: they are outside of the volume.`] : [],
    },
  }
}

function distance([a, b, c]: Point, [x, y, z]: Point): number {
  return Math.hypot(x - a, y - b, z - c)
}

/** Returns the place at a length along a line. */
function walk(line: Polyline, lengths: readonly number[], length: number): readonly [number, number, number] {
  let rest = length
  for (const [i, own] of lengths.entries()) {
    const [from, to] = [line[i], line[i + 1]]
    if (!from || !to) break
    if (rest <= own || i === lengths.length - 1) {
      const part = own > 0 ? Math.min(1, rest / own) : 0
      const along = (axis: 0 | 1 | 2): number => from[axis] + part * (to[axis] - from[axis])
      return [along(0), along(1), along(2)]
    }
    rest -= own
  }
  const [first = [0, 0, 0]] = line
  return [first[0], first[1], first[2]]
}
