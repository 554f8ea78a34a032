import { hash } from 'node:crypto'
import type { Invocation } from '../../domain/invocation.ts'

/** The names of all keys of a group, which lie in one slot of a cluster by the hash tag of the prefix. */
export type GroupKeys = ReturnType<typeof toKeys>

/** Returns the names of a group's keys. The README says what each has. */
export function toKeys(prefix: string) {
  return {
    room: (roomId: string) => `${prefix}room:${toDigest(roomId)}`,
    rooms: `${prefix}rooms`,
    /** Also the channel of its changes. */
    state: (roomId: string) => `${prefix}state:${toDigest(roomId)}`,
    leader: (roomId: string) => `${prefix}leader:${toDigest(roomId)}`,
    flight: ({ roomId, key, revision }: Invocation) =>
      `${prefix}flight:${toDigest(JSON.stringify([roomId, key, revision]))}`,
    job: (jobId: string) => `${prefix}job:${toDigest(jobId)}`,
    hosts: `${prefix}hosts`,
    ends: `${prefix}ends`,
    group: `${prefix}group`,
    seen: `${prefix}seen`,
    catalog: (digest: string) => `${prefix}catalog:${digest}`,
    /** The prefix of BullMQ's. */
    queues: `${prefix}q`,
    channel: `${prefix}told`,
  }
}

/** 132 bits of SHA-256: names of rooms and jobs are clients' texts, of any length. */
function toDigest(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, 22)
}
