import { hash } from 'node:crypto'
import type { Invocation } from '../../contract/domain/invocation.ts'

/** The names of all keys of a group, which lie in one slot of a cluster by the hash tag of the prefix. */
export interface GroupKeys {
  room(roomId: string): string
  readonly rooms: string
  /** The patterns of the keys of all rooms, and of all flights. */
  readonly states: string
  readonly flights: string
  state(roomId: string): string
  flight({ roomId, key, revision }: Invocation): string
  job(jobId: string): string
  /** Who has brought a file, by its SHA-256, and to which hosts. */
  file(hash: string): string
  readonly hosts: string
  readonly ends: string
  readonly group: string
  readonly seen: string
  catalog(digest: string): string
  /** The prefix of BullMQ's. */
  readonly queues: string
  readonly channel: string
  /** The channel of what is for one host alone. */
  told(host: string): string
  /** The channel of files that their callers have removed. */
  readonly toldFiles: string
}

/** Returns the names of a group's keys. The README says what each has. */
export function toKeys(prefix: string): GroupKeys {
  return {
    room: (roomId: string) => `${prefix}room:${toDigest(roomId)}`,
    rooms: `${prefix}rooms`,
    /** The patterns of the keys of all rooms, and of all flights. */
    states: `${prefix}state:*`,
    flights: `${prefix}flight:*`,
    state: (roomId: string) => `${prefix}state:${toDigest(roomId)}`,
    flight: ({ roomId, key, revision }: Invocation) =>
      `${prefix}flight:${toDigest(JSON.stringify([roomId, key, revision]))}`,
    job: (jobId: string) => `${prefix}job:${toDigest(jobId)}`,
    file: (hash: string) => `${prefix}file:${toDigest(hash)}`,
    hosts: `${prefix}hosts`,
    ends: `${prefix}ends`,
    group: `${prefix}group`,
    seen: `${prefix}seen`,
    catalog: (digest: string) => `${prefix}catalog:${digest}`,
    /** The prefix of BullMQ's. */
    queues: `${prefix}q`,
    channel: `${prefix}told`,
    told: (host: string) => `${prefix}told:${host}`,
    toldFiles: `${prefix}told:~files`,
  }
}

/** 132 bits of SHA-256: names of rooms and jobs are clients' texts, of any length. */
function toDigest(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, 22)
}
