import type { IncomingHttpHeaders } from 'node:http'
import type { Log } from '../domain/log.ts'
import type { CallOrigin, SpanContext } from '../domain/origin.ts'
import { type EndedRun, nameRun, type RunWatch } from '../run/run-watch.ts'
import { type EndedRequest, type WatchMessage, watchChannel } from './channels.ts'
import { type Metric, writeMetrics } from './metric.ts'
import { ProcessMetrics } from './process-metrics.ts'
import { RequestCounts } from './request-counts.ts'
import { createRequestIds } from './request-id.ts'
import { RunCounts } from './run-counts.ts'

/** What a route tells of its request for the log line; ids and operators' names, nothing that was sent. */
export interface RequestFacts {
  room?: string
  function?: string
  cache?: 'hit' | 'miss' | 'joined'
  run?: string
  job?: string
  encodeMilliseconds?: number
  /** Why its answer was not sent to its end. */
  err?: unknown
}

/** A request as it ended, with what its log line has besides. */
export interface LoggedRequest extends EndedRequest {
  /** Whether it is one of very many, whose lines are for debugging only. */
  readonly isQuiet: boolean
  /** Of the answer with its head, as far as they were handed to the connection. */
  readonly bytes: number
  readonly caller: string
  /** As it is counted, of a request that was refused for its token or for asking too much. */
  readonly client: string | undefined
  readonly facts: RequestFacts
}

/** What a {@link Watch} needs of its host. */
export interface WatchOptions {
  readonly log: Log
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** Before the numbers of requests that bring no id of their own; no other host has it. */
  readonly idPrefix: string
  /** Makes the spans of requests, where they are sent somewhere. */
  readonly createSpan?: ((traceparent: string | undefined) => SpanContext | undefined) | undefined
}

/** Returns metrics of some part of the host when they are asked for. */
export type Collect = () => readonly Metric[] | Promise<readonly Metric[]>

/**
 * Sees what a host does: counts it, writes a line for each request and run, and tells who listens on the
 * channel. Counting adds numbers in place; text is made when the metrics are read.
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

  constructor({ log, now, idPrefix, createSpan = () => undefined }: WatchOptions) {
    this.#log = log
    this.now = now
    this.#toRequestId = createRequestIds(idPrefix)
    this.#createSpan = createSpan
  }

  /** Returns where the calls of a request with these headers come from. */
  toOrigin(headers: IncomingHttpHeaders): CallOrigin {
    const { traceparent } = headers
    const span = this.#createSpan(typeof traceparent === 'string' ? traceparent : undefined)
    return { id: this.#toRequestId(headers), span }
  }

  /** Adds the metrics of a part of the host. */
  add(collect: Collect): void {
    this.#sources.push(collect)
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
    if (watchChannel.hasSubscribers) this.#publish({ source: this, run, endedAt: this.now() })
  }

  /** Writes the line of a request that has ended. */
  requestEnded(request: LoggedRequest): void {
    const { origin, method, route, status, milliseconds, bytes, caller, client, facts } = request
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
      room: facts.room,
      function: facts.function,
      cache: facts.cache,
      run: facts.run,
      job: facts.job,
      err: facts.err,
    }
    this.#log[request.isQuiet ? 'debug' : 'info'](fields, 'request')
    if (watchChannel.hasSubscribers) this.#publish({ source: this, request })
  }

  /** Returns all metrics as text. */
  async writeMetrics(): Promise<string> {
    const others = await Promise.all(this.#sources.map(async (collect) => await collect()))
    const own = [this.requests.collect(), this.#runs.collect(), await this.#process.collect()]
    return writeMetrics([...own, ...others].flat())
  }

  /** Ends its timers. */
  close(): void {
    this.#process.close()
  }

  #publish(message: WatchMessage): void {
    watchChannel.publish(message)
  }
}

/** Microseconds are enough. */
function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}
