/** Compares places: what fits one fits another of the same form, and means something else there. */
import { closedKeyword, places, readPlaceFormat } from '../../core/contract/domain/places.ts'
import type { JsonObject } from '../../core/contract/values/json.ts'
import { type Narrowing, toNarrowing } from './compare-keywords.ts'

/** Places that take every value of their form, and hand it on as it is. */
const plain = ['point3', 'polyline3']

/** Returns what a parameter no longer takes or means as a place; null where the new schema is none. */
export function comparePlaces(old: JsonObject, next: JsonObject, at: string): Narrowing[] | null {
  const [was, is] = [readPlaceFormat(old), readPlaceFormat(next)]
  if (!is) return null
  if (was && was !== is) return [toNarrowing(at, `is a ${places[is].noun} now, was a ${places[was].noun}`)]
  if (!was && !plain.includes(is)) return [toNarrowing(at, `takes values of a ${places[is].noun} only`)]
  const [wasClosed, isClosed] = [old, next].map((schema) => schema[closedKeyword] === true)
  if (wasClosed === isClosed) return []
  return [toNarrowing(at, isClosed ? 'is a closed curve now' : 'is a closed curve no longer')]
}
