import { SpecimenError } from '../../contract/domain/errors.ts'
import { type Json, measureParsed } from '../../contract/values/json.ts'
import type { RoomChanged, RoomFields } from '../../contract/wire/room-messages.ts'
import { roomLimits } from './limits.ts'

/** The fields of a state by name. Those with `~` in front hosts keep for each other; no peer sees them. */
export type StateFields = ReadonlyMap<string, Json>

/** Returns true for the name of a field that no peer sees. */
export function isOwnField(name: string): boolean {
  return name.startsWith('~')
}

/** Returns true for a change of which peers learn. */
export function isSeen({ seq, fields }: Pick<RoomChanged, 'seq' | 'fields'>): boolean {
  return seq !== null || Object.keys(fields).some((name) => !isOwnField(name))
}

/** Returns the fields that peers see. */
export function toSeenFields(fields: Iterable<readonly [string, Json]>): RoomFields {
  return Object.fromEntries([...fields].filter(([name]) => !isOwnField(name)))
}

/**
 * Takes the bytes of memory of a state's fields before it is applied. @throws `host.busy`, unless it is
 * decided already
 */
export type HoldState = (bytes: number, isDecided: boolean) => void

/** Fields within the bounds of a room; those that hosts keep for each other are not counted. */
export class BoundedFields {
  readonly map = new Map<string, Json>()
  readonly #hold: HoldState
  /** Characters as JSON, and what they take once they are parsed. */
  #size: FieldSize = { characters: 0, bytes: 0 }
  #count = 0

  constructor(hold: HoldState) {
    this.#hold = hold
  }

  clone(): BoundedFields {
    const copy = new BoundedFields(this.#hold)
    for (const [name, value] of this.map) copy.map.set(name, value)
    copy.#size = this.#size
    copy.#count = this.#count
    return copy
  }

  /** Applies a change. @throws `room.full` and `host.busy`, unless it has its version already */
  apply(change: RoomFields, isDecided = false): void {
    let { characters, bytes } = this.#size
    let count = this.#count
    for (const [name, value] of Object.entries(change)) {
      if (isOwnField(name)) continue
      const before = this.map.get(name) ?? null
      const [size, former] = [measureField(name, value), measureField(name, before)]
      characters += size.characters - former.characters
      bytes += size.bytes - former.bytes
      count += Number(value !== null) - Number(before !== null)
    }
    if (!isDecided && characters > Math.max(this.#size.characters, roomLimits.characters))
      throw fullError('characters', roomLimits.characters)
    if (!isDecided && count > Math.max(this.#count, roomLimits.fields))
      throw fullError('fields', roomLimits.fields)
    this.#hold(bytes, isDecided)
    this.#size = { characters, bytes }
    this.#count = count
    for (const [name, value] of Object.entries(change)) {
      if (value === null) this.map.delete(name)
      else this.map.set(name, value)
    }
  }
}

/** Returns the present values of some fields; null for those that are absent. */
export function pickFields(fields: StateFields, names: Iterable<string>): RoomFields {
  return Object.fromEntries([...names].map((name) => [name, fields.get(name) ?? null]))
}

/**
 * Returns the present values of some fields for a refusal: those that peers see, up to a few KiB. A peer has
 * what is left out from before.
 */
export function pickForRefusal(fields: StateFields, names: Iterable<string>): RoomFields {
  const picked: { [name: string]: Json } = {}
  let characters = 0
  for (const name of names) {
    const value = fields.get(name) ?? null
    characters += name.length + JSON.stringify(value).length
    if (isOwnField(name)) continue
    if (characters > roomLimits.refusalCharacters) break
    picked[name] = value
  }
  return picked
}

/** The size of a field, or of all. */
interface FieldSize {
  /** Of its name, and of its value as JSON. */
  readonly characters: number
  /** The memory that they take, the text as it is sent included. */
  readonly bytes: number
}

function measureField(name: string, value: Json): FieldSize {
  if (value === null) return { characters: 0, bytes: 0 }
  const text = JSON.stringify(value)
  const characters = name.length + text.length
  return { characters, bytes: characters + 2 * name.length + measureParsed(text) }
}

function fullError(what: string, most: number): SpecimenError {
  const detail = `A room has at most ${most} ${what} of state; close a view or remove notes.`
  return new SpecimenError('room.full', detail)
}
