import { isJsonObject, type Json } from '../../contract/values/json.ts'
import type { RoomFields } from '../../contract/wire/room-messages.ts'
import { isOwnField, type StateFields } from './room-fields.ts'

/**
 * The part of a room that peers may see whose tokens are for the same specimens: a view of another one is
 * closed for them, with its values, its result and its notes. A view that comes into sight comes whole, and
 * one that goes out of sight is taken back. All its peers hear the same changes in the same order, so that
 * each is looked through once for all of them.
 */
export class RoomSight {
  readonly #specimens: ReadonlySet<string>
  /** The fields that its peers have. */
  readonly #known = new Set<string>()

  constructor(specimens: ReadonlySet<string>) {
    this.#specimens = specimens
  }

  /** Returns true when it is that of a token for these specimens. */
  isOf(specimens: ReadonlySet<string>): boolean {
    return specimens.size === this.#specimens.size && [...specimens].every((id) => this.#specimens.has(id))
  }

  /** Returns those of some fields that its peers may see. */
  pick(names: Iterable<string>, fields: StateFields): StateFields {
    const seen = new Map<string, Json>()
    for (const name of names) {
      const value = fields.get(name)
      if (value !== undefined && this.#sees(fields, name, value)) seen.set(name, value)
    }
    return seen
  }

  /** Returns all that its peers may see, for the welcome of one; those who are here know it already. */
  begin(fields: StateFields): RoomFields {
    const seen = this.pick(fields.keys(), fields)
    this.#known.clear()
    for (const name of seen.keys()) this.#known.add(name)
    return Object.fromEntries(seen)
  }

  /** Returns what its peers are told when some fields have changed: present values, null for none. */
  follow(changed: RoomFields, fields: StateFields): RoomFields {
    const names = new Set(Object.keys(changed))
    // Another specimen may show or hide whatever is of its view.
    const isOfViews = [...names].some((name) => specimenField.test(name))
    const asked = isOfViews ? new Set([...names, ...fields.keys(), ...this.#known]) : names
    const seen = this.pick(asked, fields)
    const told: { [name: string]: Json } = {}
    for (const name of asked) {
      const value = seen.get(name)
      if (value === undefined) {
        if (this.#known.delete(name)) told[name] = null
      } else if (names.has(name) || !this.#known.has(name)) {
        told[name] = value
        this.#known.add(name)
      }
    }
    return told
  }

  /** Returns true when its peers may see what a view shows. */
  seesView(view: number, fields: StateFields): boolean {
    const specimen = fields.get(`views/${view}/specimen`)
    return typeof specimen !== 'string' || this.#specimens.has(specimen)
  }

  /** Returns true for a field of a view that its peers may not see, as it is or as it is to be. */
  hides(name: string, value: Json, fields: StateFields): boolean {
    const views = [value, fields.get(name) ?? null].map((each) => readView(name, each))
    return views.some((view) => view !== undefined && !this.seesView(view, fields))
  }

  #sees(fields: StateFields, name: string, value: Json): boolean {
    if (isOwnField(name)) return false
    const view = readView(name, value)
    return view === undefined || this.seesView(view, fields)
  }
}

const specimenField = /^views\/\d+\/specimen$/

/** Returns the view that a field is of, by its name or, for a note, by its value. */
function readView(name: string, value: Json): number | undefined {
  const [, view] = /^views\/(\d+)\//.exec(name) ?? []
  if (view !== undefined) return Number(view)
  if (!name.startsWith('notes/') || !isJsonObject(value)) return undefined
  return typeof value.view === 'number' ? value.view : undefined
}
