import { isJsonObject, type Json } from '../../contract/values/json.ts'
import type { RoomFields } from '../../contract/wire/room-messages.ts'
import { isOwnField, type StateFields } from './room-fields.ts'

/**
 * The part of a room that a peer may see whose token is for some specimens: a view of another one is closed
 * for it, with its values, its result and its notes. A view that comes into sight comes whole, and one that
 * goes out of sight is taken back.
 */
export class RoomSight {
  readonly #specimens: ReadonlySet<string>
  /** The fields that the peer has. */
  readonly #known = new Set<string>()

  constructor(specimens: ReadonlySet<string>) {
    this.#specimens = specimens
  }

  /** Returns the fields that the peer may see. */
  pick(fields: StateFields): StateFields {
    return new Map([...fields].filter(([name, value]) => this.#sees(fields, name, value)))
  }

  /** Returns all that the peer may see, for its welcome. */
  begin(fields: StateFields): RoomFields {
    const seen = this.pick(fields)
    this.#known.clear()
    for (const name of seen.keys()) this.#known.add(name)
    return Object.fromEntries(seen)
  }

  /** Returns what changes for the peer when some fields have changed: their present values, null for none. */
  follow(changed: RoomFields, fields: StateFields): RoomFields {
    const seen = this.pick(fields)
    const told: { [name: string]: Json } = {}
    for (const [name, value] of seen) {
      if (this.#known.has(name) && !(name in changed)) continue
      told[name] = value
      this.#known.add(name)
    }
    for (const name of this.#known) {
      if (seen.has(name)) continue
      told[name] = null
      this.#known.delete(name)
    }
    return told
  }

  #sees(fields: StateFields, name: string, value: Json): boolean {
    if (isOwnField(name)) return false
    const view = readView(name, value)
    if (view === undefined) return true
    const specimen = fields.get(`views/${view}/specimen`)
    return typeof specimen !== 'string' || this.#specimens.has(specimen)
  }
}

/** Returns the view that a field is of, by its name or, for a note, by its value. */
function readView(name: string, value: Json): string | undefined {
  const [, view] = /^views\/(\d+)\//.exec(name) ?? []
  if (view !== undefined || !name.startsWith('notes/')) return view
  return isJsonObject(value) && typeof value.view === 'number' ? String(value.view) : undefined
}
