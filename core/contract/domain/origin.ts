/**
 * The origin of a call, as logs and traces name it. The same id is in the line of the request, in the line of
 * the run that it began and in the answer's header.
 */
export interface CallOrigin {
  /** The request's id: the client's own when it has sent a well-formed one. */
  readonly id: string
  /** The request's span, while traces are exported. */
  readonly span: SpanContext | undefined
}

/** The identity of a span of a trace (W3C Trace Context), in lower-case hexadecimal. */
export interface SpanContext {
  /** 32 digits. */
  readonly traceId: string
  /** 16 digits. */
  readonly spanId: string
  readonly parentId: string | undefined
}
