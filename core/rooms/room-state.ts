import { SpecimenError } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'
import type { HeldResult, StoredResult } from '../domain/result/stored-result.ts'
import type { RoomChanged, RoomFields } from '../wire/room-messages.ts'
import { roomLimits } from './limits.ts'
import { isOwnField, isSeen } from './own-fields.ts'

/** A change that has no version yet. */
export type RoomChange = Omit<RoomChanged, 'type' | 'version'>

/** A change with its version. */
export type OrderedChange = Omit<RoomChanged, 'type'>

/** The fields of a state, by name. */
export type StateFields = ReadonlyMap<string, Json>

/**
 * Returns the change of a state, by its fields and the version that it then has; undefined for none. Called
 * again where another host has changed the state meanwhile. @throws the refusal
 */
export type DecideChange = (fields: StateFields, version: number) => RoomChange | undefined

/** A result that a host holds for a room, and the text by which other hosts find it. */
export interface KeptResult {
  readonly entry: StoredResult
  readonly pointer: string
}

/**
 * The port of a room's state: fields, of which the last writer wins, and the order of changes. The hosts of
 * a group share one, of which each has a copy; they agree on one of them that computes.
 */
export interface RoomState {
  /** This host, as the others know it. */
  readonly host: string
  readonly version: number
  readonly fields: StateFields
  /**
   * Gives a change the next version, applies it, and reports it to the listener of every host in the order
   * of versions; resolves after that. @throws `room.full`, `group.away`, what `decide` throws
   */
  change(decide: DecideChange): Promise<void>
  /** Returns true while this host is the one that computes: for two seconds from now. */
  lead(): Promise<boolean>
  /** Sends records of poses to the other hosts; they may be lost. */
  sendPoses(records: Uint8Array): void
  /** Resolves with a result whose bytes are here. @throws `result.lost` */
  keep(entry: StoredResult): Promise<KeptResult>
  /** Returns the result of a pointer, perhaps to be fetched; undefined for one that is lost. */
  find(pointer: string): StoredResult | undefined
  /** Returns true for a host that gives signs of life. */
  isThere(host: string): boolean
  /** Keeps the state from expiring: called at times while peers are here. */
  renew(): void
  close(): void
}

/** The part of a room that hears of its state. */
export interface RoomListener {
  readonly onChanged: (change: OrderedChange) => void
  /** Takes records of poses from another host. */
  readonly onPoses: (records: Uint8Array) => void
  readonly onHostsGone: () => void
  /** Returns a result that the room holds. */
  readonly findHeld: (resultId: string) => HeldResult | undefined
}

/** The states of all rooms. */
export interface RoomStates {
  open(roomId: string, listener: RoomListener): RoomState
  /** Returns the state of a room that is not open here; undefined where other hosts have none. */
  read(roomId: string): Promise<Pick<RoomState, 'fields' | 'find'> | undefined>
}

/** The states of rooms that only this host has. */
export const memoryRoomStates: RoomStates = {
  open: (_, { onChanged }) => {
    const fields = new BoundedFields()
    let version = 0
    return {
      host: '',
      get version() {
        return version
      },
      fields: fields.map,
      async change(decide) {
        const change = decide(fields.map, version + 1)
        if (!change) return
        fields.apply(change.fields)
        if (isSeen(change)) version++
        onChanged({ version, ...change })
      },
      lead: async () => true,
      sendPoses: () => {},
      keep: async (entry) => ({ entry, pointer: entry.id }),
      find: () => undefined,
      isThere: () => true,
      renew: () => {},
      close: () => {},
    }
  },
  read: async () => undefined,
}

/** Fields within the bounds of a room; those that hosts keep for each other are not counted. */
export class BoundedFields {
  readonly map = new Map<string, Json>()
  #characters = 0
  #count = 0

  clone(): BoundedFields {
    const copy = new BoundedFields()
    for (const [name, value] of this.map) copy.map.set(name, value)
    copy.#characters = this.#characters
    copy.#count = this.#count
    return copy
  }

  /** Applies a change. @throws `room.full`, unless it has its version already */
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

function measureField(name: string, value: Json): number {
  return value === null ? 0 : name.length + JSON.stringify(value).length
}

function fullError(what: string, most: number): SpecimenError {
  const detail = `A room has at most ${most} ${what} of state; close a view or remove notes.`
  return new SpecimenError('room.full', detail)
}
