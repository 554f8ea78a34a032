import {
  type HeldResult,
  holdResult,
  openWhole,
  pickOutline,
} from '../../contract/domain/result/stored-result.ts'
import { mostRoomViews, type RoomFields } from '../../contract/wire/room-messages.ts'
import type { RoomListener, RoomState, RoomStates } from '../../service/rooms/room-state.ts'
import { findResultId } from '../../service/rooms/view-fields.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { GroupResults } from '../results/group-results.ts'
import type { PeerRequests } from '../results/peer-request.ts'
import { formatPointer, parsePointer } from '../results/result-pointer.ts'
import type { Shelf } from '../results/shelf.ts'
import { askOwner } from './ask-owner.ts'
import { movedError } from './moved-error.ts'
import { OwnedRoom, type OwnedRoomOptions } from './owned-room.ts'
import type { RoomOwners } from './room-owners.ts'
import { readRoom } from './room-record.ts'

/** The dependencies of {@link GroupRooms}. */
export interface GroupRoomsOptions {
  /** This host, as the group knows it. */
  readonly host: string
  /** The address at which the others reach it, without a slash at the end. */
  readonly address: string
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly owners: Pick<RoomOwners, 'find' | 'findElsewhere'>
  readonly requests: Pick<PeerRequests, 'ask'>
  readonly results: Pick<GroupResults, 'find'>
  readonly shelf: Pick<Shelf, 'put'>
  readonly standing: OwnedRoomOptions['standing']
  readonly isThere: (host: string) => boolean
  readonly createId: () => string
  /** Milliseconds, never going back. */
  readonly clock: () => number
}

/** Milliseconds for which the peers of a room that has come from another host may come after it. */
const arrivalMilliseconds = 15_000

interface OpenedRoom {
  readonly roomId: string
  readonly listener: RoomListener
}

/** The states of rooms in a group. Each room is open at one host, which has all its peers. */
export class GroupRooms implements RoomStates {
  readonly #options: GroupRoomsOptions
  readonly #open = new Map<OwnedRoom, OpenedRoom>()
  #doubtedAt = Number.NEGATIVE_INFINITY

  constructor(options: GroupRoomsOptions) {
    this.#options = options
  }

  open(roomId: string, listener: RoomListener): RoomState {
    const { keys, host, isThere, clock, owners } = this.#options
    // A host that knows the group otherwise has passed a peer on, or the hosts have changed as one came in:
    // here it would be in a room beside the room, which no later list of hosts ends.
    if (owners.findElsewhere(roomId)) throw movedError(false)
    const room = new OwnedRoom({ ...this.#options, key: keys.state(roomId), listener })
    this.#open.set(room, { roomId, listener })
    // Connections to Redis may have ended with the silence: a room that begins without its copy begins anew.
    if (clock() - this.#doubtedAt < arrivalMilliseconds) room.doubt()
    const settledAt = clock() + arrivalMilliseconds
    return {
      host,
      get version() {
        return room.version
      },
      get fields() {
        return room.fields
      },
      get isSettled() {
        return clock() >= settledAt
      },
      change: (decide, author) => room.change(decide, author),
      keep: async (entry) => {
        const { result } = await openWhole(entry)
        const held = holdResult(entry.id, result)
        return { entry: held, pointer: this.#toPointer(held) }
      },
      find: (text) => this.#find(roomId, text),
      isThere,
      renew: () => room.renew(),
      close: () => {
        if (!this.#open.delete(room)) return
        this.#shelve(room, listener)
        room.close()
      },
    }
  }

  async read(roomId: string): Promise<Pick<RoomState, 'fields' | 'find'> | undefined> {
    const { connection, keys } = this.#options
    const fields = connection.reachability.isAway
      ? await askOwner(this.#options, roomId)
      : (await connection.ask((redis) => readRoom(redis, keys.state(roomId)))).fields
    return fields && { fields, find: (text) => this.#find(roomId, text) }
  }

  /** Returns the fields of a room that is open here. */
  readHere(id: string): RoomFields | undefined {
    const [room] = [...this.#open].find(([, { roomId }]) => roomId === id) ?? []
    return room && Object.fromEntries(room.fields)
  }

  /** Returns a result that a room of this host holds, for the other hosts. */
  findHeld(id: string): HeldResult | undefined {
    for (const { listener } of this.#open.values()) {
      const held = listener.findHeld(id)
      if (held) return held
    }
    return undefined
  }

  /** The standing of this host has changed, or Redis has lost its data. */
  turn(): void {
    for (const room of [...this.#open.keys()]) room.turn()
  }

  /** This host was silent for so long that others may have its rooms. */
  doubt(): void {
    this.#doubtedAt = this.#options.clock()
    for (const room of [...this.#open.keys()]) room.doubt()
  }

  /** The hosts of the group have changed: rooms that other hosts have now are left to them. */
  refresh(): void {
    for (const [room, { roomId, listener }] of [...this.#open]) {
      if (this.#options.owners.findElsewhere(roomId)) listener.onMoved(movedError(room.isOnlyHere))
      else listener.onHostsGone()
    }
  }

  /** Keeps the results of a room for the host that has it next. */
  #shelve(room: OwnedRoom, { findHeld }: RoomListener): void {
    for (let view = 1; view <= mostRoomViews; view++) {
      const id = findResultId(room.fields, view)
      const held = id === undefined ? undefined : findHeld(id)
      if (held) this.#options.shelf.put(held, { owner: 'rooms' })
    }
  }

  #find(roomId: string, text: string): ReturnType<RoomState['find']> {
    const pointer = parsePointer(text)
    return pointer && this.#options.results.find(pointer, roomId)
  }

  #toPointer(held: HeldResult): string {
    const { host, address } = this.#options
    return formatPointer({ host, address, id: held.id, ...pickOutline(held) })
  }
}
