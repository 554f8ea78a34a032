/** Why a link ends on purpose: the values of `code` in a `closing` frame. */
export const closingCodes = [
  'stopping',
  'replaced',
  'token',
  'protocol',
  'frame.unknown',
  'overload',
] as const

/** One of {@link closingCodes}. */
export type ClosingCode = (typeof closingCodes)[number]

/** A rule of the protocol that the other side has broken. The link ends with this code and message. */
export class LinkError extends Error {
  override readonly name = 'LinkError'
  readonly code: ClosingCode
  /** Number of the exchange that the message was about; undefined when it named none. */
  readonly exchange: number | undefined

  constructor(code: ClosingCode, detail: string, exchange?: number) {
    super(detail)
    this.code = code
    this.exchange = exchange
  }
}
