/**
 * What serves the API under test. It knows nothing of what that is: a host alone, or the same host behind a
 * relay; what may differ is declared in `Differences`. The served content is that of
 * `support/probe-bundle.ts`.
 */
import { afterAll, afterEach, beforeEach } from 'vitest'
import { type Api, createApi } from '../../support/api.ts'

/** A host that serves, until it is closed. */
export interface Served {
  readonly url: string
  close(): Promise<void>
}

/** Starts a host of so many places. */
export type Serve = (options: { readonly poolSize: number }) => Promise<Served>

/**
 * All that may tell a host behind a relay from a host alone, as its clients see it. Whatever is not here is
 * the same.
 */
export interface Differences {
  /** What stands before the ids and function names of `support/probe-bundle.ts`. */
  readonly prefix: string
  /** Members of each catalog entry that say where it is served. */
  readonly entry: { readonly worker_id: string | null; readonly available: boolean }
  /** Members of each room of the cache that say where its result is. */
  readonly room: { readonly host?: string }
}

/** The differences of a host alone: none. */
export const alone: Differences = { prefix: '', entry: { worker_id: null, available: true }, room: {} }

/** Returns the differences of a host that is a worker behind a relay. */
export function behindRelay(workerId: string): Differences {
  return { prefix: `${workerId}:`, entry: { worker_id: workerId, available: true }, room: {} }
}

/** What the tests of a group are given. */
export interface ServedApi {
  readonly api: Api
  readonly entry: Differences['entry']
  readonly room: Differences['room']
  /** Returns the id or function name under which the probe's is served. */
  at(own: string): string
  /** Returns a room that no other test uses. */
  newRoom(): string
  /** Ends the host, and every run of it; the next test gets a new one. */
  replaceHost(): Promise<void>
}

/**
 * Serves the tests of the `describe` block in which it is called. A test that fails may leave runs that never
 * end, so its host goes with it: the next test finds all places free.
 */
export function useServedApi(start: () => Promise<Served>, { prefix, entry, room }: Differences): ServedApi {
  let served: Served | undefined
  let rooms = 0
  const replaceHost = async () => {
    const ended = served
    served = undefined
    await ended?.close()
  }
  beforeEach(async () => {
    served ??= await start()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await replaceHost()
  })
  afterAll(replaceHost)
  return {
    api: createApi(() => served?.url ?? ''),
    entry,
    room,
    at: (own) => prefix + own,
    newRoom: () => `room-${rooms++}`,
    replaceHost,
  }
}
