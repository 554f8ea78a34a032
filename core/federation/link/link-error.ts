/** Reasons for the end of a link: the values of `code` in a `closing` frame. */
export const closingCodes = [
  'stopping',
  'replaced',
  'taken',
  'token',
  'protocol',
  'frame.unknown',
  'overload',
] as const

/** One of {@link closingCodes}. */
export type ClosingCode = (typeof closingCodes)[number]

/** A violation of the protocol by the other side. The link ends with this code and message. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
  readonly code: ClosingCode
  readonly exchange: number | undefined

  constructor(code: ClosingCode, detail: string, exchange?: number) {
    super(detail)
    this.code = code
    this.exchange = exchange
  }
}
