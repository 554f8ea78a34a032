/** A `node:diagnostics_channel` with ended requests and runs; messages are made only for subscribers. */
import { channel } from 'node:diagnostics_channel'
import type { CallOrigin } from '../../contract/domain/origin.ts'
import type { EndedRun } from '../../engine/run/run-watch.ts'

/** A request that has ended. */
export interface EndedRequest {
  readonly origin: CallOrigin
  readonly method: string
  readonly route: string
  /** 499 when the client left before its answer was sent. */
  readonly status: number
  readonly milliseconds: number
  /** Encoding time of its result; undefined without one. */
  readonly encodeMilliseconds: number | undefined
  readonly endedAt: number
}

/** A message of {@link watchChannel}. */
export type WatchMessage =
  | { readonly source: object; readonly request: EndedRequest }
  | { readonly source: object; readonly run: EndedRun; readonly endedAt: number }

/** `source` in its messages identifies the host. */
export const watchChannel = channel('specimen-host')
