import { SpecimenError } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'
import type { RoomChanged, RoomFields } from '../wire/room-messages.ts'
import { roomLimits } from './limits.ts'

/** A change that has no version yet. */
export type RoomChange = Omit<RoomChanged, 'type' | 'version'>

/**
 * The port of a room's state: fields, of which the last writer wins, and the order of changes. A form that
 * several hosts share has a copy of the fields at each of them.
 */
export interface RoomState {
  readonly version: number
  readonly fields: ReadonlyMap<string, Json>
  /**
   * Gives a change the next version, applies it, and reports it to the listener of every host in the order
   * of versions; resolves after that. @throws `room.full`
   */
  change(change: RoomChange): Promise<void>
}

/** Returns the state of a room that only this host has. */
export function createMemoryRoomState(onChanged: (changed: RoomChanged) => void): RoomState {
  const fields = new Map<string, Json>()
  let [version, characters] = [0, 0]
  const measure = (name: string): number => {
    const value = fields.get(name)
    return value === undefined ? 0 : measureField(name, value)
  }
  return {
    get version() {
      return version
    },
    fields,
    async change(change) {
      const entries = Object.entries(change.fields)
      const growth = entries.reduce(
        (sum, [name, value]) => sum + measureField(name, value) - measure(name),
        0,
      )
      const added = entries.reduce((sum, [name, value]) => {
        return sum + (value === null ? 0 : 1) - (fields.has(name) ? 1 : 0)
      }, 0)
      if (growth > 0 && characters + growth > roomLimits.characters)
        throw fullError('characters', roomLimits.characters)
      if (added > 0 && fields.size + added > roomLimits.fields) throw fullError('fields', roomLimits.fields)
      characters += growth
      for (const [name, value] of entries) {
        if (value === null) fields.delete(name)
        else fields.set(name, value)
      }
      onChanged({ type: 'changed', version: ++version, ...change })
    },
  }
}

/** Returns the present values of some fields; null for those that are absent. */
export function pickFields({ fields }: Pick<RoomState, 'fields'>, names: readonly string[]): RoomFields {
  return Object.fromEntries(names.map((name) => [name, fields.get(name) ?? null]))
}

function measureField(name: string, value: Json): number {
  return value === null ? 0 : name.length + JSON.stringify(value).length
}

function fullError(what: string, most: number): SpecimenError {
  const detail = `A room has at most ${most} ${what} of state; close a view or remove notes.`
  return new SpecimenError('room.full', detail)
}
