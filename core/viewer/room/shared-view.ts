/**
 * The shared part of a view as fields of a room, and back: specimen, parameters, settings and notes. The
 * camera is each person's own, and so are views beside each other and what is played.
 */

import { readDisplayFields, writeDisplayFields } from '../../contract/look/display-fields.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'
import { isFiniteNumber } from '../../contract/values/number.ts'
import type { RoomFields } from '../../contract/wire/room-messages.ts'
import { type OneView, ownFileId, type PinnedNote } from '../state/view-state.ts'

/** Fields of a room by name. */
export type Fields = ReadonlyMap<string, Json>

/** Returns whether others can see what a page shows: neither the gallery nor the user's own file. */
export function isShareable(specimenId: string | null): specimenId is string {
  return specimenId !== null && specimenId !== ownFileId
}

/** Returns the fields of a view but for its specimen; those at their default are absent. */
export function toFields({ params, display, notes }: OneView, number: number): Fields {
  const own = `views/${number}/`
  return new Map<string, Json>([
    ...Object.entries(params).map(([name, value]): [string, Json] => [`${own}params/${name}`, value]),
    ...writeDisplayFields(display).map(([key, text]): [string, Json] => [`${own}display/${key}`, text]),
    ...notes.map(({ id, at, text }): [string, Json] => [`notes/${id}`, { view: number, at, text }]),
  ])
}

/** Returns the shared part of a view of a room; unreadable fields are left out. */
export function readView(
  fields: Fields,
  number: number,
): Pick<OneView, 'specimenId' | 'params' | 'display' | 'notes'> {
  const own = `views/${number}/`
  const params: [string, Json][] = []
  const notes: PinnedNote[] = []
  const settings: [string, string][] = []
  for (const [name, value] of fields) {
    if (name.startsWith(`${own}params/`)) params.push([name.slice(own.length + 7), value])
    else if (name.startsWith(`${own}display/`) && typeof value === 'string')
      settings.push([name.slice(own.length + 8), value])
    else if (name.startsWith('notes/')) notes.push(...readNote(name.slice(6), value, number))
  }
  const specimenId = readSpecimen(fields, number)
  return { specimenId, params: Object.fromEntries(params), display: readDisplayFields(settings), notes }
}

function readNote(id: string, value: Json, number: number): readonly PinnedNote[] {
  if (!isJsonObject(value) || value.view !== number) return []
  const { at, text, author = '', time = 0 } = value
  const [x, y, z] = at !== undefined && isJsonArray(at) ? at : []
  if (!isFiniteNumber(x) || !isFiniteNumber(y) || !isFiniteNumber(z) || typeof text !== 'string') return []
  if (typeof author !== 'string' || !isFiniteNumber(time)) return []
  return [{ id, at: [x, y, z], text, author, time }]
}

/** Returns the specimen of a view; null for a closed one. */
export function readSpecimen(fields: Fields, number: number): string | null {
  const id = fields.get(`views/${number}/specimen`)
  return typeof id === 'string' ? id : null
}

/** Returns the numbers of the open views. */
export function listNumbers(fields: Fields): readonly number[] {
  const numbers = [...fields.keys()].map((name) => Number(/^views\/(\d)\/specimen$/.exec(name)?.[1] ?? 0))
  return numbers.filter((number) => number > 0).sort()
}

/** Returns the view that is looked at, the first one where the room says none; null for no view. */
export function findActive(fields: Fields): number | null {
  const numbers = listNumbers(fields)
  return numbers.find((number) => number === fields.get('active')) ?? numbers[0] ?? null
}

/** Returns the way from some fields to others; null for those that go. */
export function listDifferences(before: Fields, after: Fields): RoomFields {
  const names = [...new Set([...before.keys(), ...after.keys()])]
  const changed = names.filter((name) => !isSameJson(before.get(name), after.get(name)))
  return Object.fromEntries(changed.map((name) => [name, after.get(name) ?? null]))
}

/** Returns the fields that a person has set, for a host that has lost them. */
export function keepSet(fields: Fields): RoomFields {
  const settable = /^(active|notes\/.*|views\/\d\/(specimen|params\/.*|display\/.*))$/s
  return Object.fromEntries([...fields].filter(([name]) => settable.test(name)))
}

/** Returns whether two values are the same as JSON. */
export function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
