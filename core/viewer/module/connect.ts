import type { DataSource } from '../data/data-source.ts'
import { WorkerSource } from '../data/worker-source.ts'
import { createSession, type Session } from '../session/session.ts'
import { createLetters } from '../state/random-letters.ts'
import { findTabStorage } from '../state/tab-storage.ts'
import { startWorker } from './start-worker.ts'

/** A view's connection to its host: what it asks, and the worker that loads results. */
export interface Connection {
  readonly session: Session
  readonly source: DataSource
  /** Random letters of this view. */
  readonly viewerId: string
  /** Starts the worker before a result is wanted. */
  start(): void
  close(): void
}

/** Returns a connection to the host at an address, which sends nothing before it is asked to. */
export function connect(baseUrl: string): Connection {
  const session = createSession({ baseUrl, storage: findTabStorage() })
  const viewerId = createLetters(8)
  const worker = new WorkerSource(startWorker, {
    baseUrl,
    token: () => session.token.value,
    viewerId,
    page: window,
  })
  // The worker has its own client: the session asks for a token, and waits for a host, on this side.
  const source: DataSource = {
    load: async (request, call) =>
      await session.call(async () => await worker.load(request, call), call.signal),
    close: () => worker.close(),
  }
  const close = (): void => {
    worker.close()
    session.close()
  }
  return { session, source, viewerId, start: () => worker.start(), close }
}
