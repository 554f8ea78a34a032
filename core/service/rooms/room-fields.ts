import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Json } from '../../contract/values/json.ts'
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
 * Takes the memory for a state of so many characters before it is applied. @throws `host.busy`, unless it is
 * decided already
 */
export type HoldState = (characters: number, isDecided: boolean) => void

/** Fields within the bounds of a room; those that hosts keep for each other are not counted. */
export class BoundedFields {
  readonly map = new Map<string, Json>()
  readonly #hold: HoldState
  #characters = 0
  #count = 0

  constructor(hold: HoldState) {
    this.#hold = hold
  }

  clone(): BoundedFields {
    const copy = new BoundedFields(this.#hold)
    for (const [name, value] of this.map) copy.map.set(name, value)
    copy.#characters = this.#characters
    copy.#count = this.#count
    return copy
  }

  /** Applies a change. @throws `room.full` and `host.busy`, unless it has its version already */
  apply(change: RoomFields, isDecided = false): void {
    let [characters, count] = [this.#characters, this.#count]
    for (const [name, value] of Object.entries(change)) {
      if (isOwnField(name)) continue
      const before = this.map.get(name) ?? null
      characters += measureField(name, value) - measureField(name, before)
      count += Number(value !== null) - Number(before !== null)
    }
    if (!isDecided && characters > Math.max(this.#characters, roomLimits.characters))
      throw fullError('characters', roomLimits.characters)
    if (!isDecided && count > Math.max(this.#count, roomLimits.fields))
      throw fullError('fields', roomLimits.fields)
    this.#hold(characters, isDecided)
    this.#characters = characters
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

function measureField(name: string, value: Json): number {
  return value === null ? 0 : name.length + JSON.stringify(value).length
}

function fullError(what: string, most: number): SpecimenError {
  const detail = `A room has at most ${most} ${what} of state; close a view or remove notes.`
  return new SpecimenError('room.full', detail)
}
