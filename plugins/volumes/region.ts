/** A part of a volume. */
import type { Box, Volume } from 'specimen-host/plugin'
import { addNotes } from '../shared/add-notes.ts'
import { openWorld } from '../shared/open-world.ts'
import type { Vector } from '../shared/vector.ts'

/**
 * The part of any volume in a box, with all its samples.
 *
 * @displayName Region
 * @tags volume, region of interest, crop, tool
 * @view camera=1,0.75,0.35
 * @story Pull the box by its corners and faces to what you want to look at. The samples keep their places and
 * values; what is outside is left out, and so is its time on the way to you.
 * @preset Brain stem {"region":{"min":[-25,-50,-70],"max":[25,5,-10]}}
 * @preset Right half {"region":{"min":[0,-130,-75],"max":[95,95,110]}}
 * @param volume - The values. @default {"specimen":"headVolume"}
 * @param region - The box.
 * @within volume
 */
export function region(volume: Volume, region: Box = { min: [-70, 0, -60], max: [70, 95, 40] }): Volume {
  const { shape, data, direction } = volume
  const { toIndex, toPlace } = openWorld(volume)
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => toIndex(pickCorner(region, i)))
  const axes = [0, 1, 2] as const
  const [z, y, x] = axes.map((axis): readonly [first: number, end: number] => {
    const along = corners.map((corner) => corner[axis])
    // What rounding adds must not leave out a centre that lies on the box.
    const first = Math.max(0, Math.ceil(Math.min(...along) - 1e-6))
    return [first, Math.min(shape[axis], Math.floor(Math.max(...along) + 1e-6) + 1)]
  }) as [Range3, Range3, Range3] // of three axes
  if ([z, y, x].some(([first, end]) => end <= first))
    throw new Error(
      `No sample of the volume lies in the box ${say(region.min)} to ${say(region.max)}: the volume goes ` +
        `from ${say(toPlace([0, 0, 0]))} to ${say(toPlace([shape[0] - 1, shape[1] - 1, shape[2] - 1]))}.`,
    )
  const counts: [number, number, number] = [z[1] - z[0], y[1] - y[0], x[1] - x[0]]
  const Own = data.constructor as Uint8ArrayConstructor // any of the classes, which are all made alike
  const part = new Own(counts[0] * counts[1] * counts[2])
  for (let k = z[0], to = 0; k < z[1]; k++)
    for (let j = y[0]; j < y[1]; j++, to += counts[2]) {
      const from = (k * shape[1] + j) * shape[2]

      part.set(data.subarray(from + x[0], from + x[1]) as Uint8Array, to) // as Own
    }
  const [left, front, low] = toPlace([z[0], y[0], x[0]])
  return {
    ...volume,
    shape: counts,
    data: part,
    origin: [low, front, left],
    notes: addNotes(
      direction ? ['The axes of the volume are not those of the box: its corners set the samples.'] : [],
      volume.notes,
    ),
  }
}

type Range3 = readonly [first: number, end: number]

function pickCorner({ min, max }: Box, number: number): Vector {
  const pick = (axis: 0 | 1 | 2): number => ((number >> axis) & 1 ? max : min)[axis]
  return [pick(0), pick(1), pick(2)]
}

function say(place: readonly number[]): string {
  return `(${place.map((value) => Number(value.toFixed(1))).join(', ')})`
}
