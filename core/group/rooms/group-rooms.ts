import { createDeadline } from '../../domain/deadline.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { type HeldResult, holdResult, openWhole } from '../../domain/result/stored-result.ts'
import type { RoomListener, RoomState, RoomStates } from '../../rooms/room-state.ts'
import { poseKind } from '../../wire/room-poses.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { GroupResults } from '../results/group-results.ts'
import { formatPointer, parsePointer } from '../results/result-pointer.ts'
import { GroupRoomState } from './group-room-state.ts'
import { leadRoom, readRoom } from './room-record.ts'

/** The dependencies of {@link GroupRooms}. */
export interface GroupRoomsOptions {
  /** This host, as the group knows it; the names of all hosts have one length. */
  readonly host: string
  /** The address at which the others reach it, without a slash at the end. */
  readonly address: string
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly results: Pick<GroupResults, 'find'>
  readonly isThere: (host: string) => boolean
  readonly createId: () => string
  /** Milliseconds, never going back. */
  readonly clock: () => number
}

/** Milliseconds for which a host leads a room, and for which it need not ask again. */
const leadLife = 2000
const leadFresh = 500
/** Seconds until silent hosts are taken for gone: after a loss of data each gives a sign of life first. */
const goneSeconds = 2

/** The states of rooms that the hosts of a group share. */
export class GroupRooms implements RoomStates {
  readonly #options: GroupRoomsOptions
  readonly #open = new Map<GroupRoomState, RoomListener>()
  readonly #gone = createDeadline(() => {
    for (const { onHostsGone } of [...this.#open.values()]) onHostsGone()
  })

  constructor(options: GroupRoomsOptions) {
    this.#options = options
    options.connection.reachability.onChange((isAway) => {
      for (const state of [...this.#open.keys()]) state.turn(isAway)
    })
  }

  open(roomId: string, listener: RoomListener): RoomState {
    const { host, connection, keys, isThere, createId, clock } = this.#options
    const key = keys.state(roomId)
    const onOther = (message: Buffer): void => {
      const records = this.#readPoses(message)
      if (records) listener.onPoses(records)
    }
    const copy = new GroupRoomState({ host, connection, key, listener, onOther, createId, clock })
    this.#open.set(copy, listener)
    let ledAt = Number.NEGATIVE_INFINITY
    return {
      host,
      get version() {
        return copy.version
      },
      get fields() {
        return copy.fields
      },
      change: (decide, author) => copy.change(decide, author),
      lead: async () => {
        const isFresh = clock() - ledAt < leadFresh
        const isLeading = isFresh || (await this.#lead(keys.leader(roomId)))
        if (isLeading && !isFresh) ledAt = clock()
        return isLeading
      },
      sendPoses: (records) => this.#sendPoses(key, copy, records),
      keep: async (entry) => {
        const { result } = await openWhole(entry)
        const held = holdResult(entry.id, result)
        return { entry: held, pointer: this.#toPointer(held) }
      },
      find: (text) => this.#find(roomId, text),
      isThere,
      renew: () => copy.renew(),
      close: () => {
        this.#open.delete(copy)
        copy.close()
      },
    }
  }

  async read(roomId: string): Promise<Pick<RoomState, 'fields' | 'find'>> {
    const { connection, keys } = this.#options
    const { fields } = await connection.ask((redis) => readRoom(redis, keys.state(roomId)))
    return { fields, find: (text) => this.#find(roomId, text) }
  }

  /** Returns a result that a room of this host holds, for the other hosts. */
  findHeld(id: string): HeldResult | undefined {
    for (const { findHeld } of this.#open.values()) {
      const held = findHeld(id)
      if (held) return held
    }
    return undefined
  }

  /** The hosts of the group have changed. */
  refresh(): void {
    if (this.#open.size > 0) this.#gone.startOnce(goneSeconds)
  }

  close(): void {
    this.#gone.stop()
  }

  async #lead(key: string): Promise<boolean> {
    const { connection, host } = this.#options
    try {
      return await connection.ask((redis) => leadRoom(redis, key, { host, lifeMs: leadLife }))
    } catch (error) {
      if (error instanceof SpecimenError && error.code === 'group.away') return true // each computes alone
      throw error
    }
  }

  #find(roomId: string, text: string): ReturnType<RoomState['find']> {
    const pointer = parsePointer(text)
    return pointer && this.#options.results.find(pointer, roomId)
  }

  #toPointer({ id, type, bytes, fitsEnvelope, notes }: HeldResult): string {
    const { host, address } = this.#options
    return formatPointer({ host, address, id, type, bytes, fitsEnvelope, notes })
  }

  /** Sends poses where another host has peers. They are not sent again: the next tick has newer ones. */
  #sendPoses(key: string, copy: GroupRoomState, records: Uint8Array): void {
    const { host, connection } = this.#options
    if (!copy.hasOthers) return
    const message = Buffer.concat([Uint8Array.of(poseKind), Buffer.from(host), records])
    connection.ask((redis) => redis.publish(key, message)).catch(() => {})
  }

  #readPoses(message: Buffer): Uint8Array | undefined {
    const { host } = this.#options
    const start = 1 + host.length
    if (message[0] !== poseKind || message.toString('latin1', 1, start) === host) return undefined
    return message.subarray(start)
  }
}
