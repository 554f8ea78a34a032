import { findTilt, toOrientation } from '../../../contract/domain/result/direction.ts'
import { type Affine, applyAffine, identity } from '../../../contract/look/affine.ts'
import { middle } from '../../../contract/look/box.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import { at } from '../../../contract/look/vectors.ts'
import { findWorldPlacement, placementOf, sceneEnds } from '../../../data/prepared/placement.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import { isInPatient } from '../../data/describe-place.ts'

/** An axis of the box along which clipping cuts, and the numbers along it. */
export interface ClipAxis {
  readonly axis: 0 | 1 | 2
  /** That of the axis of the world whose coordinates the numbers are. */
  readonly name: 'x' | 'y' | 'z'
  readonly title: string
  /** The numbers at the low and the high end of the box; they may fall. */
  readonly start: number
  readonly end: number
  /** A sentence on the numbers; empty where nothing is to be said. */
  readonly description: string
}

const names = ['x', 'y', 'z'] as const
const anatomical = [
  ['R–L', 'To the right of the patient from 0 up, to the left below.'],
  ['A–P', 'To the front of the patient from 0 up, to the back below.'],
  ['S–I', 'Towards the head from 0 up, towards the feet below.'],
] as const

/**
 * Returns the axes of the box in the order of the world, of which each has one: the nearest. Cuts are along
 * the box, and their numbers the world's in its middle: R, A, S in a patient, else the file's x, y, z. A
 * volume whose place in its world is not known has places from its first sample.
 */
export function listClipAxes(prepared: Prepared): readonly ClipAxis[] {
  const { bounds } = prepared
  const way = findWay(prepared)
  const nearest = way && findNearest(way)
  if (!way || !nearest)
    return ([0, 1, 2] as const).map((axis) => ({
      axis,
      name: names[axis],
      title: names[axis],
      start: bounds.low[axis],
      end: bounds.high[axis],
      description: isPlaced(prepared) && !hasDirection(prepared) ? '' : 'From the first sample.',
    }))
  const centre = middle(bounds)
  const isPatient = isInPatient(prepared)
  return nearest.map((axis, world): ClipAxis => {
    const toNumber = (side: Vector3): number => {
      const [x, y, z] = centre
      const place: Vector3 = [axis === 0 ? side[0] : x, axis === 1 ? side[1] : y, axis === 2 ? side[2] : z]
      return at(applyAffine(way, place), world)
    }
    const [title, meaning] = (isPatient ? anatomical[world] : undefined) ?? [names[world] ?? 'x', '']
    return {
      axis,
      name: names[world] ?? 'x',
      title,
      start: toNumber(bounds.low),
      end: toNumber(bounds.high),
      description: [meaning, describeTilt(prepared)].filter((text) => text !== '').join(' '),
    }
  })
}

/** Returns the way from the box to the world of the numbers; undefined where they are those of the box. */
function findWay(prepared: Prepared): Affine | undefined {
  if (prepared.type === 'image' || !isPlaced(prepared)) return undefined
  if (isInPatient(prepared)) return placementOf(prepared)
  return findWorldPlacement(prepared) ?? identity
}

/** Returns whether the numbers of a content are places, and not distances from the first sample. */
function isPlaced({ type, orientation, result }: Prepared): boolean {
  if (type !== 'volume' || ('origin' in result && result.origin !== undefined)) return true
  return orientation === undefined && !hasDirection({ result })
}

function hasDirection({ result }: Pick<Prepared, 'result'>): boolean {
  return 'direction' in result && result.direction !== undefined
}

/** Returns the axis of the box that is nearest to each axis of the world. */
function findNearest({ columns }: Affine): readonly (0 | 1 | 2)[] | undefined {
  const ends = toOrientation(columns, sceneEnds)
  if (ends === undefined) return undefined
  return ['RL', 'AP', 'SI'].map((pair) => {
    const [first, second] = [ends.charAt(0), ends.charAt(1)]
    return pair.includes(first) ? 0 : pair.includes(second) ? 1 : 2
  })
}

function describeTilt({ result }: Prepared): string {
  const tilt = 'direction' in result && result.direction ? Math.round(findTilt(result.direction)) : 0
  return tilt > 0
    ? `The cut is along the samples, oblique by ${tilt}°: the number is that of its middle.`
    : ''
}
