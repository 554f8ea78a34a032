import type { IncomingHttpHeaders } from 'node:http'

/** UUIDs, hashes, numbers with a prefix. None breaks a log line. */
const idPattern = /^[A-Za-z0-9._-]{1,64}$/
/** Version 00, trace, parent, flags (W3C Trace Context); zeros are invalid. */
const traceparentPattern = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Returns the factory of request ids: the client's own, as `X-Request-Id` or as the trace of its
 * `traceparent`, else a number behind `prefix`, which is unique to the host.
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

/** Parses a `traceparent` header; undefined for an invalid one. */
export function readTraceparent(header: string):
  | {
      readonly traceId: string
      readonly spanId: string
      readonly isSampled: boolean
    }
  | undefined {
  const [, traceId, spanId, flags = '00'] = traceparentPattern.exec(header) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
