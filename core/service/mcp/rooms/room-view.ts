/** The views of a room, as its fields have them. */
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { readDisplayFields } from '../../../contract/look/display-fields.ts'
import { writeDisplay } from '../../../contract/look/link-display.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { isCount } from '../../../contract/values/number.ts'
import { mostRoomViews } from '../../../contract/wire/room-messages.ts'
import type { StateFields } from '../../rooms/room-fields.ts'

/** A view that shows a specimen. */
export interface RoomView {
  readonly number: number
  readonly specimenId: string
  /** The values that peers have set; the others are at their defaults. */
  readonly params: JsonObject
  /** The settings that peers have made, as `@view` has them. */
  readonly display: string
}

/** The state of a view's newest run: none, under way, or failed. */
export interface RoomViewState {
  /** The version that the result was computed for; undefined without a result. */
  readonly resultVersion: number | undefined
  readonly resultId: string | undefined
  readonly runVersion: number | undefined
  readonly text: string | undefined
  readonly fraction: number | undefined
  readonly error: { readonly code: string; readonly detail: string } | undefined
}

/** Returns the numbers of the open views. */
export function listViews(fields: StateFields): readonly number[] {
  const numbers = Array.from({ length: mostRoomViews }, (_, i) => i + 1)
  return numbers.filter((number) => typeof fields.get(`views/${number}/specimen`) === 'string')
}

/** Returns the view that is looked at, as pages choose it: the first one where the room says none. */
export function findActive(fields: StateFields): number | undefined {
  const numbers = listViews(fields)
  return numbers.find((number) => number === fields.get('active')) ?? numbers[0]
}

/** Returns a view; undefined for one that is not open. */
export function readRoomView(fields: StateFields, number: number): RoomView | undefined {
  const specimenId = fields.get(`views/${number}/specimen`)
  if (typeof specimenId !== 'string') return undefined
  const params = listPart(fields, `views/${number}/params/`)
  const texts = listPart(fields, `views/${number}/display/`).flatMap(([name, text]) =>
    typeof text === 'string' ? [[name, text] as const] : [],
  )
  const display = writeDisplay(readDisplayFields(texts)).map((setting) => setting.join('='))
  return { number, specimenId, params: Object.fromEntries(params), display: display.join(' ') }
}

/** @throws `request.invalid` for a note that is not there, with the ids of those that are */
export function requireNote({ fields }: { readonly fields: StateFields }, id: string): void {
  if (fields.has(`notes/${id}`)) return
  const known = [...fields.keys()].flatMap((name) => /^notes\/(.+)$/.exec(name)?.[1] ?? [])
  const there = known.length > 0 ? `here are ${cutText(known.join(', '), 200)}` : 'there is none'
  throw new SpecimenError('request.invalid', `There is no note "${cutText(id, 32)}"; ${there}.`)
}

/** Returns a view, by default the active one. @throws `request.invalid` where it is not open */
export function requireRoomView(fields: StateFields, number: number | undefined): RoomView {
  const chosen = number ?? findActive(fields)
  const found = chosen === undefined ? undefined : readRoomView(fields, chosen)
  if (found) return found
  const open = listViews(fields).join(', ')
  const problem =
    chosen === undefined ? 'No view is open in this room' : `View ${chosen} is not open in this room`
  const remedy = open === '' ? 'set with a specimen opens one' : `open are ${open}`
  throw new SpecimenError('request.invalid', `${problem}; ${remedy}.`)
}

/** Returns the state of a view. */
export function readViewState(fields: StateFields, number: number): RoomViewState {
  const [result, run] = [fields.get(`views/${number}/result`), fields.get(`views/${number}/run`)].map(
    toObject,
  )
  const error = toObject(run?.error)
  return {
    resultVersion: isCount(result?.version) ? result.version : undefined,
    resultId: typeof result?.id === 'string' ? result.id : undefined,
    runVersion: isCount(run?.version) ? run.version : undefined,
    text: typeof run?.text === 'string' ? run.text : undefined,
    fraction: typeof run?.fraction === 'number' ? run.fraction : undefined,
    error: error && { code: String(error.code), detail: String(error.detail) },
  }
}

function listPart(fields: StateFields, prefix: string): readonly (readonly [string, Json])[] {
  return [...fields].flatMap(([name, value]) =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
  )
}

function toObject(value: Json | undefined): JsonObject | undefined {
  return value !== undefined && isJsonObject(value) ? value : undefined
}
