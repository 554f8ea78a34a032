import { hash } from 'node:crypto'
import type { Invocation } from '../../domain/invocation.ts'

/** The names of all keys of a group, which lie in one slot of a cluster by the hash tag of the prefix. */
export interface GroupKeys {
  /** Hash: the room's result, and what it is of. */
  room(roomId: string): string
  /** Sorted set: the names of `room`, by the time at which they expire. */
  readonly rooms: string
  /** Hash: bytes by the names of `room`; their sum by the empty name. */
  readonly sizes: string
  /** Hash: the run under way for a call, and who waits for it. */
  flight(invocation: Invocation): string
  /** Hash: a job. */
  job(jobId: string): string
  /** Hash: what each host says of itself. */
  readonly hosts: string
  /** Sorted set: the hosts, by the time until which they are believed. */
  readonly ends: string
  /** Hash: the version of `hosts`, and the name of this life of the data. */
  readonly group: string
  /** Sorted set: the revisions of bundles, by the time at which each was first seen. */
  readonly seen: string
  /** The catalog of a worker or a host, by its digest. */
  catalog(digest: string): string
  /** The prefix of BullMQ's keys. */
  readonly queues: string
  /** The channel on which hosts tell each other of what is over. */
  readonly channel: string
}

/** Returns the names of a group's keys. */
export function toKeys(prefix: string): GroupKeys {
  return {
    room: (roomId) => `${prefix}room:${toDigest(roomId)}`,
    rooms: `${prefix}rooms`,
    sizes: `${prefix}sizes`,
    flight: ({ roomId, key, revision }) => {
      return `${prefix}flight:${toDigest(JSON.stringify([roomId, key, revision]))}`
    },
    job: (jobId) => `${prefix}job:${toDigest(jobId)}`,
    hosts: `${prefix}hosts`,
    ends: `${prefix}ends`,
    group: `${prefix}group`,
    seen: `${prefix}seen`,
    catalog: (digest) => `${prefix}catalog:${digest}`,
    queues: `${prefix}q`,
    channel: `${prefix}told`,
  }
}

/** 132 bits of SHA-256: names of rooms and jobs are clients' texts, of any length. */
function toDigest(name: string): string {
  return hash('sha256', name, 'base64url').slice(0, 22)
}
