import type { IncomingHttpHeaders } from 'node:http'

/** What other programs make: UUIDs, hashes, numbers with a prefix. No log line breaks on them. */
const idPattern = /^[A-Za-z0-9._-]{1,64}$/
/** Version 00, trace, parent, flags (W3C Trace Context); a trace or parent of zeros is none. */
const traceparentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Returns what makes the ids of requests: the client's own, as `X-Request-Id` or as the trace of its
 * `traceparent`, else a number behind `prefix`, which no other host has.
 */
export function createRequestIds(prefix: string): (headers: IncomingHttpHeaders) => string {
  let requests = 0
  return (headers) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && idPattern.test(given)) return given
    const { traceparent } = headers
    const trace = typeof traceparent === 'string' ? readTraceparent(traceparent)?.traceId : undefined
    return trace ?? `${prefix}-${(++requests).toString(36)}`
  }
}

/** What a client says of the trace that its request is part of. */
export interface TraceParent {
  readonly traceId: string
  readonly spanId: string
  /** Whether the client has it recorded; if not, nobody else does. */
  readonly isSampled: boolean
}

/** Returns what a `traceparent` header says; undefined for one that says nothing. */
export function readTraceparent(header: string): TraceParent | undefined {
  const [, traceId, spanId, flags = '00'] = traceparentPattern.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
