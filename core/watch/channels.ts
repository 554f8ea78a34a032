/**
 * What other tools in the process may listen to through `node:diagnostics_channel`: the requests and runs of
 * its hosts, each when it has ended. A message is made only when somebody listens.
 */
import { channel } from 'node:diagnostics_channel'
import type { CallOrigin } from '../domain/origin.ts'
import type { EndedRun } from '../run/run-watch.ts'

/** A request that has ended. */
export interface EndedRequest {
  readonly origin: CallOrigin
  readonly method: string
  /** The pattern. */
  readonly route: string
  /** 499 when the client left before its answer was sent. */
  readonly status: number
  readonly milliseconds: number
  /** Time that its result took to become bytes; undefined where none did. */
  readonly encodeMilliseconds: number | undefined
  /** When it ended, as Unix time in milliseconds. */
  readonly endedAt: number
}

/** What is published. */
export type WatchMessage =
  | { readonly source: object; readonly request: EndedRequest }
  | { readonly source: object; readonly run: EndedRun; readonly endedAt: number }

/** `source` in its messages tells the hosts of a process apart. */
export const watchChannel = channel('specimen-host')
