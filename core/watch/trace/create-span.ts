import { randomBytes } from 'node:crypto'
import type { SpanContext } from '../../domain/origin.ts'
import { readTraceparent } from '../request-id.ts'

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
