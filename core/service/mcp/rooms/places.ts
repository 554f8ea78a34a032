import type { Result } from '../../../contract/domain/result/result.ts'
import { openWhole } from '../../../contract/domain/result/stored-result.ts'
import { applyAffine, identity, invertAffine } from '../../../contract/look/affine.ts'
import { type Bounds, emptyBox, toBall, toFiniteBox } from '../../../contract/look/box.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import { scale, subtract } from '../../../contract/look/vectors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { isFiniteNumber } from '../../../contract/values/number.ts'
import { farthestCoordinate } from '../../../contract/wire/room-poses.ts'
import { toGrid } from '../../../data/prepared/grid.ts'
import {
  findOrientation,
  findPlacement,
  findSceneBox,
  findWorldPlacement,
} from '../../../data/prepared/placement.ts'
import { wrongError } from '../tools/read-arguments.ts'
import type { SeenResult } from './room-result.ts'

/** The ways of a place of a result: an agent names it in the coordinates of its facts. */
export interface ResultPlaces {
  /** Returns it as notes have it: a volume with directions of its own has the axes of its array. */
  readonly toSpecimen: (place: Vector3) => Vector3
  /** Returns it as told by its facts: the original of {@link toSpecimen}. */
  readonly toFacts: (place: Vector3) => Vector3
  /** Returns it as poses have it. @throws `request.invalid` for one that is far outside of the result */
  readonly toPose: (place: Vector3) => Vector3
}

/** Returns the ways of places of a result. @throws `result.lost` */
export async function findPlaces({ entry, words, facts }: SeenResult): Promise<ResultPlaces> {
  const { result } = await openWhole(entry)
  const bounds = findBox(result, facts)
  const world = findWorldPlacement({ result, bounds })
  const back = world && invertAffine(world)
  const placement = findPlacement({ result, bounds }, findOrientation(result, words.axes))
  const scene = findSceneBox({ bounds, ...(placement && { placement }) })
  const toSpecimen = (place: Vector3): Vector3 => (back ? applyAffine(back, place) : place)
  return {
    toSpecimen,
    toFacts: (place) => (world ? applyAffine(world, place) : place),
    toPose: (place) => {
      const there = applyAffine(placement ?? identity, toSpecimen(place))
      const { centre, radius } = toBall(scene)
      const point = scale(subtract(there, centre), 1 / radius)
      if (point.every((coordinate) => Math.abs(coordinate) <= farthestCoordinate)) return point
      throw wrongError('at', 'a place in the result or near it: its facts have its bounds', [...place])
    },
  }
}

/** Returns a place of an argument. */
export function toPlace(value: Json): Vector3 | undefined {
  const [x, y, z, ...more] = isJsonArray(value) ? value : []
  return isFiniteNumber(x) && isFiniteNumber(y) && isFiniteNumber(z) && more.length === 0
    ? [x, y, z]
    : undefined
}

/** Returns the box around a result in its own coordinates, as pages have it. */
export function findBox(result: Result, { bounds }: JsonObject): Bounds {
  if (result.type === 'volume') return toFiniteBox(toGrid(result).bounds)
  if (result.type === 'image') return { low: [0, 0, 0], high: [result.width, result.height, 0] }
  const { low = null, high = null } = bounds !== undefined && isJsonObject(bounds) ? bounds : {}
  const [from, to] = [toPlace(low), toPlace(high)]
  return from && to ? { low: from, high: to } : emptyBox
}
