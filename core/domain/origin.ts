/** The origin of a call: its id is in the lines of request and run, and in the answer's header. */
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
