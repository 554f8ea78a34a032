import type { Invocation } from '../../domain/invocation.ts'
import { toDigest } from '../redis/digest.ts'

/** The names of what Redis has of one room and one call in it. They share a hash tag, and so a node. */
export interface RoomKeys {
  /** The room's result: what it is of, and where it lies. */
  readonly current: string
  /** The generation given last. */
  readonly generation: string
  /** The flight of the call: its run, and how far that is. */
  readonly flight: string
  /** Who waits for it, by the end of their leases. */
  readonly waiters: string
  /** Returns the name of a run's messages. */
  log(run: string): string
  /** Returns the name of how a run ended. */
  end(run: string): string
}

/** Returns the names for an invocation; `prefix` is the group's. */
export function toRoomKeys(prefix: string, { roomId, key, revision }: Invocation): RoomKeys {
  const room = `${prefix}{${toDigest(roomId)}}:`
  const flight = toDigest(JSON.stringify([key, revision]))
  return {
    current: `${room}cur`,
    generation: `${room}gen`,
    flight: `${room}f:${flight}`,
    waiters: `${room}w:${flight}`,
    log: (run) => `${room}log:${run}`,
    end: (run) => `${room}end:${run}`,
  }
}

/** Returns the channel on which hosts hear of a run. */
export function toRunChannel(prefix: string, run: string): string {
  return `${prefix}run:${run}`
}
