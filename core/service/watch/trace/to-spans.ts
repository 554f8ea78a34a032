/** Conversion of ended requests and runs to spans of OTLP as JSON. */

import { randomBytes } from 'node:crypto'
import type { SpanContext } from '../../../contract/domain/origin.ts'
import type { EndedRun } from '../../../engine/run/run-watch.ts'
import type { EndedRequest, WatchMessage } from '../channels.ts'
import { readTraceparent } from '../request-id.ts'

/** A span as OTLP has it. */
export interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 1: internal, 2: server. */
  readonly kind: 1 | 2
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly {
    readonly key: string
    readonly value: { readonly stringValue: string } | { readonly intValue: string }
  }[]
  /** 0: unset, 2: error. */
  readonly status: { readonly code: 0 | 2; readonly message?: string }
}

/** Returns the spans of a message: none when its request is not traced. */
export function toSpans(message: WatchMessage): readonly OtlpSpan[] {
  return 'request' in message ? toRequestSpans(message.request) : toRunSpans(message.run, message.endedAt)
}

function toRequestSpans(request: EndedRequest): readonly OtlpSpan[] {
  const { origin, method, route, status, milliseconds, encodeMilliseconds, endedAt } = request
  if (!origin.span) return []
  const { traceId, spanId, parentId } = origin.span
  const own = {
    name: `${method} ${route}`,
    kind: 2,
    ...toTimes(endedAt, milliseconds),
    attributes: [
      toText('http.request.method', method),
      toText('http.route', route),
      toNumber('http.response.status_code', status),
      toText('specimen.request', origin.id),
    ],
    status: { code: status >= 500 ? 2 : 0 },
  } as const
  const span = { traceId, spanId, ...(parentId !== undefined && { parentSpanId: parentId }), ...own }
  if (encodeMilliseconds === undefined) return [span]
  // Its start is unknown, but precedes the sending of the bytes.
  const encode = toPart('encode', endedAt, encodeMilliseconds)
  return [span, { traceId, spanId: createSpanId(), parentSpanId: spanId, ...encode }]
}

function toRunSpans(
  { id, invocation, origin, outcome, times, bytes }: EndedRun,
  endedAt: number,
): OtlpSpan[] {
  if (!origin?.span) return []
  const { traceId, spanId: parentSpanId } = origin.span
  const spanId = createSpanId()
  const run: OtlpSpan = {
    traceId,
    spanId,
    parentSpanId,
    name: `run ${invocation.functionName}`,
    kind: 1,
    ...toTimes(endedAt, times.queue + times.compute),
    attributes: [
      toText('specimen.run', id),
      toText('specimen.function', invocation.functionName),
      toText('specimen.room', invocation.roomId),
      toText('specimen.outcome', outcome),
      toNumber('specimen.result_bytes', bytes),
    ],
    status: outcome === 'done' ? { code: 0 } : { code: 2, message: outcome },
  }
  const parts = [
    toPart('queue', endedAt - times.compute, times.queue),
    toPart('compute', endedAt, times.compute),
  ]
  return [run, ...parts.map((part) => ({ traceId, spanId: createSpanId(), parentSpanId: spanId, ...part }))]
}

function toPart(
  name: string,
  endedAt: number,
  milliseconds: number,
): Omit<OtlpSpan, 'traceId' | 'spanId' | 'parentSpanId'> {
  return { name, kind: 1, ...toTimes(endedAt, milliseconds), attributes: [], status: { code: 0 } }
}

function toTimes(
  endedAt: number,
  milliseconds: number,
): Pick<OtlpSpan, 'startTimeUnixNano' | 'endTimeUnixNano'> {
  return { startTimeUnixNano: toNanoseconds(endedAt - milliseconds), endTimeUnixNano: toNanoseconds(endedAt) }
}

/** Nanoseconds since 1970 are more than a number holds; microseconds are not. */
function toNanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds * 1000)}000`
}

function toText(key: string, text: string): OtlpSpan['attributes'][number] {
  return { key, value: { stringValue: text } }
}

function toNumber(key: string, number: number): OtlpSpan['attributes'][number] {
  return { key, value: { intValue: String(number) } }
}

/** Returns the span of a request; undefined when its client does not record the trace. */
export function createRequestSpan(traceparent: string | undefined): SpanContext | undefined {
  const parent = traceparent === undefined ? undefined : readTraceparent(traceparent)
  if (parent?.isSampled === false) return undefined
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
  return { traceId, spanId: createSpanId(), parentId: parent?.spanId }
}

/** Returns the id of a new span. */
export function createSpanId(): string {
  return randomBytes(8).toString('hex')
}
