import type { IncomingHttpHeaders } from 'node:http'
import type { Log } from '../../contract/domain/log.ts'
import type { CallOrigin, SpanContext } from '../../contract/domain/origin.ts'
import { type EndedRun, nameRun, type RunWatch } from '../../engine/run/run-watch.ts'
import { type EndedRequest, type WatchMessage, watchChannel } from './channels.ts'
import { type Metric, writeMetrics } from './metric.ts'
import { ProcessMetrics } from './process-metrics.ts'
import { RequestCounts } from './request-counts.ts'
import { createRequestIds } from './request-id.ts'
import { RunCounts } from './run-counts.ts'

/** Facts of a request for its log line; ids and operators' names, no input of the client. */
export interface RequestFacts {
  room?: string
  function?: string
  cache?: 'hit' | 'miss' | 'joined'
  run?: string
  job?: string
  encodeMilliseconds?: number
  err?: unknown
}

/** An ended request, with further fields of its log line. */
export interface LoggedRequest extends EndedRequest {
  /** Set for frequent requests, whose lines are for debugging only. */
  readonly isQuiet: boolean
  /** The size of the answer with its head, as far as handed to the connection. */
  readonly bytes: number
  readonly caller: string
  /** The name in rate limits, of a request that was refused for its token or its rate. */
  readonly client: string | undefined
  readonly facts: RequestFacts
}

/** Returns metrics of some part of the host when they are read. */
export type Collect = () => readonly Metric[] | Promise<readonly Metric[]>

/** Log, clock and names of what is watched. */
export interface WatchOptions {
  readonly log: Log
  readonly now: () => number
  /** Unique to the host; precedes the numbers of requests without an id. */
  readonly idPrefix: string
  /** Makes the spans of requests, where traces are exported. */
  readonly createSpan?: (traceparent: string | undefined) => SpanContext | undefined
}

/**
 * Observes a host: counts, writes a log line for each request and run, and publishes on the channel. Counting
 * adds numbers in place; text is made when the metrics are read.
 */
export class Watch implements RunWatch {
  readonly requests = new RequestCounts()
  readonly now: () => number
  readonly #toRequestId: (headers: IncomingHttpHeaders) => string
  readonly #createSpan: (traceparent: string | undefined) => SpanContext | undefined
  readonly #log: Log
  readonly #runs = new RunCounts()
  readonly #process = new ProcessMetrics(() => performance.now())
  readonly #sources: Collect[] = []
  readonly #ends: (() => Promise<void>)[] = []

  constructor({ log, now, idPrefix, createSpan = () => undefined }: WatchOptions) {
    this.#log = log
    this.now = now
    this.#toRequestId = createRequestIds(idPrefix)
    this.#createSpan = createSpan
  }

  toOrigin(headers: IncomingHttpHeaders): CallOrigin {
    const { traceparent } = headers
    const span = this.#createSpan(typeof traceparent === 'string' ? traceparent : undefined)
    return { id: this.#toRequestId(headers), span }
  }

  add(collect: Collect): void {
    this.#sources.push(collect)
  }

  /** Has `close` end a part, too. */
  onClose(end: () => Promise<void>): void {
    this.#ends.push(end)
  }

  looked(cache: 'hit' | 'miss' | 'joined'): void {
    this.#runs.look(cache)
  }

  released(milliseconds: number): void {
    this.#runs.release(milliseconds)
  }

  ended(run: EndedRun): void {
    this.#runs.end(run)
    const { origin, outcome, times, bytes } = run
    const fields = {
      ...nameRun(run),
      trace: origin?.span?.traceId,
      outcome,
      queueMs: round(times.queue),
      ms: round(times.compute),
      bytes,
    }
    this.#log.info(fields, 'run ended')
    if (watchChannel.hasSubscribers)
      watchChannel.publish({ source: this, run, endedAt: this.now() } satisfies WatchMessage)
  }

  requestEnded(request: LoggedRequest): void {
    const { origin, method, route, status, milliseconds, bytes, caller, client, facts } = request
    const { encodeMilliseconds: _, ...named } = facts
    const fields = {
      request: origin.id,
      trace: origin.span?.traceId,
      method,
      route,
      status,
      ms: round(milliseconds),
      bytes,
      caller,
      client,
      ...named,
    }
    this.#log[request.isQuiet ? 'debug' : 'info'](fields, 'request')
    if (watchChannel.hasSubscribers) watchChannel.publish({ source: this, request } satisfies WatchMessage)
  }

  async writeMetrics(): Promise<string> {
    const others = await Promise.all(this.#sources.map(async (collect) => await collect()))
    const own = [this.requests.collect(), this.#runs.collect(), await this.#process.collect()]
    return writeMetrics([...own, ...others].flat())
  }

  async close(): Promise<void> {
    this.#process.close()
    await Promise.all(this.#ends.map((end) => end()))
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}
