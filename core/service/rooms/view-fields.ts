/** The fields of a view: its result, and what the hosts keep for each other of it. */
import { isJsonObject } from '../../contract/values/json.ts'
import { isCount } from '../../contract/values/number.ts'
import { mostRoomViews } from '../../contract/wire/room-messages.ts'
import type { StateFields } from './room-fields.ts'

/** A result that a view wants. */
export interface ViewWant {
  readonly view: number
  /** The version of the state that it is for. */
  readonly version: number
  /** The peer's name for limits. */
  readonly caller: string
}

/** Returns the name of the field with what a view wants, as long as it is neither there nor failed. */
export const wantField = (view: number): string => `~views/${view}/want`
/** Returns the name of the field that says where the result of a view is. */
export const placeField = (view: number): string => `~views/${view}/place`

/** Returns the number of a view by the name of its field; undefined for another field. */
export function readViewField(
  name: string,
  part: 'specimen' | 'result' | 'want' | 'place',
): number | undefined {
  const [, number, found] = /^~?views\/(\d)\/(\w+)$/.exec(name) ?? []
  return found === part ? Number(number) : undefined
}

/** Returns what a view wants by its field. */
export function findWant(fields: StateFields, view: number): ViewWant | undefined {
  const value = fields.get(wantField(view))
  if (value === undefined || !isJsonObject(value)) return undefined
  const { version, caller } = value
  return isCount(version) && typeof caller === 'string' ? { view, version, caller } : undefined
}

/** Returns the host that has the result of a view, and the text by which it is found. */
export function findPlace(fields: StateFields, view: number): { host: string; pointer: string } | undefined {
  const value = fields.get(placeField(view))
  if (value === undefined || !isJsonObject(value)) return undefined
  const { host, pointer } = value
  return typeof host === 'string' && typeof pointer === 'string' ? { host, pointer } : undefined
}

/** Returns the id of the result that a view shows. */
export function findResultId(fields: StateFields, view: number): string | undefined {
  const value = fields.get(`views/${view}/result`)
  const id = value !== undefined && isJsonObject(value) ? value.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** Returns the specimen of the view that shows a result, and where the result is. */
export function findShown(
  fields: StateFields,
  resultId: string,
): { readonly specimenId: string; readonly pointer: string } | undefined {
  for (let view = 1; view <= mostRoomViews; view++) {
    const specimenId = fields.get(`views/${view}/specimen`)
    if (typeof specimenId !== 'string' || findResultId(fields, view) !== resultId) continue
    return { specimenId, pointer: findPlace(fields, view)?.pointer ?? '' }
  }
  return undefined
}
