import type { Result } from '../domain/result/result.ts'
import { decodeEnvelope } from '../wire/envelope.ts'

/** Returns the result in an envelope. Its arrays are views on the bytes where alignment allows. */
export function decodeEnvelopeFile(bytes: Uint8Array): Result {
  return decodeEnvelope(bytes)
}
