/**
 * Where a call comes from, as logs and traces name it. The same id is in the line of the request, in the line
 * of the run that it began and in the answer's header.
 */
export interface CallOrigin {
  /** The request's id: the client's own where it has sent one that is well-formed. */
  readonly id: string
  /** Of the request, where traces are sent somewhere. */
  readonly span: SpanContext | undefined
}

/** What names a span of a trace (W3C Trace Context), in lower-case hexadecimal. */
export interface SpanContext {
  /** 32 digits. */
  readonly traceId: string
  /** 16 digits. */
  readonly spanId: string
  /** The span that it is a part of, where there is one. */
  readonly parentId: string | undefined
}
