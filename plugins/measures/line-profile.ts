/** The values of a volume along a line. */
import type { Integer, Lines, Polyline, Range, Table, Volume } from 'specimen-host/plugin'
import { findWorld } from '../shared/find-world.ts'
import { openWorld } from '../shared/open-world.ts'
import { createSampler } from '../shared/sampler.ts'
import { add, scale, subtract, type Vector } from '../shared/vector.ts'

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
  const lengths = line.slice(1).map((point, i) => Math.hypot(...subtract(point, line[i] ?? point)))
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const sampler = createSampler(volume, volume.labels ? 'nearest' : 'linear')
  const { toIndex } = openWorld(volume)
  const at = Float64Array.from({ length: samples }, (_, i) => (whole * i) / (samples - 1))
  const points = new Float32Array(3 * samples)
  const values = at.map((length, row) => {
    const place = walk(line, lengths, length)
    points.set(place, 3 * row)
    return sampler(...toIndex(place)) ?? Number.NaN
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

/** Returns the place at a length along a line. */
function walk(line: Polyline, lengths: readonly number[], length: number): Vector {
  let rest = length
  for (const [i, own] of lengths.entries()) {
    const [from, to] = [line[i], line[i + 1]]
    if (!from || !to) break
    if (rest <= own || i === lengths.length - 1) {
      const part = own > 0 ? Math.min(1, rest / own) : 0
      return add(from, scale(subtract(to, from), part))
    }
    rest -= own
  }
  return line[0] ?? [0, 0, 0]
}
