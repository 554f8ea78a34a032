/** The values of places that a hand holds as a whole, and turns. */
import type { Vector3 } from '../../../contract/look/display.ts'
import { add, along, cross, dot, scale, subtract } from '../../../contract/look/vectors.ts'
import { isJsonObject, type Json } from '../../../contract/values/json.ts'
import { toUnit } from '../../handles/follow-place.ts'
import type { RowHandle } from '../../handles/place-handle.ts'
import {
  readPoint,
  readTurn,
  toDirectionValue,
  toPointValue,
  toTurnValue,
} from '../../handles/place-kinds.ts'
import type { ResultSpace } from '../../handles/result-space.ts'
import { findTurnTo, joinTurns, type Rotation, toUnitTurn } from '../../handles/turns.ts'
import { mapPlane } from '../../xr/plane-frame.ts'

/** A map from the places of a result to where a hand has carried them. */
export type PlaceMap = (place: Vector3) => Vector3

/**
 * Returns the value after a hand has carried the whole place, which turns with it; null for a place that has
 * nothing to turn. A plane goes where it is seen, also in a picture along the axes of a sheared volume.
 */
export function carryPlace(
  { row }: Pick<RowHandle, 'row'>,
  before: Json,
  { map, space }: { readonly map: PlaceMap; readonly space: ResultSpace },
): Json | null {
  if (!isJsonObject(before)) return null
  const [point, direction] = [readPoint(before.point), readPoint(before.normal)]
  if (row.place?.format === 'plane' && point && direction) {
    const { place, normal } = mapPlane({ place: point, normal: toUnit(direction) }, map)
    return { point: toPointValue(row, place, space), normal: toDirectionValue([0, 0, 0], normal) }
  }
  const [position, rotation] = [readPoint(before.position), readTurn(before.rotation)]
  if (row.place?.format !== 'pose' || !position || !rotation) return null
  const turned = joinTurns(readMapTurn(map, position, space.size), toUnitTurn(rotation))
  return { position: toPointValue(row, map(position), space), rotation: toTurnValue(turned) }
}

/** Returns the turn of a map about a place, whose axes are made right-angled where its space is sheared. */
export function readMapTurn(map: PlaceMap, place: Vector3, size: number): Rotation {
  const middle = map(place)
  const [x, across] = [0, 1].map((axis) => subtract(map(add(place, along(axis, size))), middle))
  if (!x || !across) return [0, 0, 0, 1]
  const first = toUnit(x)
  const second = toUnit(subtract(across, scale(first, dot(across, first))))
  return findTurnTo([first, second, cross(first, second)])
}
