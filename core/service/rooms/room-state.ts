import { type ErrorCode, type SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { HeldResult, StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { RoomChanged, RoomFields } from '../../contract/wire/room-messages.ts'
import { BoundedFields, type HoldState, isSeen, type StateFields } from './room-fields.ts'

/** A change with its version. */
export type OrderedChange = Omit<RoomChanged, 'type'>

/** The peer that makes a change, and its number for it. */
export type ChangeAuthor = Pick<RoomChanged, 'by' | 'seq'>

/**
 * Returns the change of a state, by its fields and the version that it then has; undefined for none. Called
 * again where another host has changed the state meanwhile. @throws the refusal
 */
export type DecideChange = (fields: StateFields, version: number) => RoomFields | undefined

/** The author of changes that the hosts make. */
export const hostAuthor: ChangeAuthor = { by: 0, seq: null }

/** A result that a host holds for a room, and the text by which other hosts find it. */
export interface PlacedResult {
  readonly entry: StoredResult
  readonly pointer: string
}

/**
 * The port of a room's state: fields, of which the last writer wins, and the order of changes. In a group one
 * host has the room, with all its peers; another that has it later begins with the same state.
 */
export interface RoomState {
  /** This host, as the others know it. */
  readonly host: string
  readonly version: number
  readonly fields: StateFields
  /**
   * Gives a change the next version, applies it, and reports it to the listener of every host in the order
   * of versions; resolves after that. @throws `room.full`, `host.busy`, `group.away`, what `decide` throws
   */
  change(decide: DecideChange, author?: ChangeAuthor): Promise<void>
  /** False for a while after the room has come from another host: its peers come after it. */
  readonly isSettled: boolean
  /** Resolves with a result whose bytes are here. @throws `result.lost` */
  keep(entry: StoredResult): Promise<PlacedResult>
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
  readonly onHostsGone: () => void
  /** Another host has the room from now on. */
  readonly onMoved: (error: SpecimenError) => void
  /** Returns a result that the room holds. */
  readonly findHeld: (resultId: string) => HeldResult | undefined
  readonly holdState: HoldState
}

/** The states of all rooms. */
export interface RoomStates {
  /** Opens the state of a room at this host. @throws `group.away` where another host has the room */
  open(roomId: string, listener: RoomListener): RoomState
  /** Returns the state of a room that is not open here; undefined where other hosts have none. */
  read(roomId: string): Promise<Pick<RoomState, 'fields' | 'find'> | undefined>
}

/** The states of rooms that only this host has. */
export const memoryRoomStates: RoomStates = {
  open: (_, { onChanged, holdState }) => {
    const fields = new BoundedFields(holdState)
    let version = 0
    return {
      host: '',
      get version() {
        return version
      },
      fields: fields.map,
      async change(decide, author = hostAuthor) {
        const decided = decide(fields.map, version + 1)
        if (!decided) return
        fields.apply(decided)
        const change = { ...author, fields: decided }
        if (isSeen(change)) version++
        onChanged({ version, ...change })
      },
      isSettled: true,
      keep: async (entry) => ({ entry, pointer: entry.id }),
      find: () => undefined,
      isThere: () => true,
      renew: () => {},
      close: () => {},
    }
  },
  read: async () => undefined,
}

/** Changes a state as the host; resolves with the code of a failure, which is logged. */
export async function changeAsHost(
  state: RoomState,
  log: Log,
  decide: DecideChange,
): Promise<ErrorCode | undefined> {
  try {
    await state.change(decide)
    return undefined
  } catch (err) {
    log.warn({ err }, 'the state of a room could not be changed')
    return toSpecimenError(err).code
  }
}
