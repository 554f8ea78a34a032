/** Fields of messages from a compartment, which may be forged. */
import type { Json } from '../../domain/json.ts'
import { isCount } from '../../domain/number.ts'
import { FrameError } from '../../wire/frames.ts'

/** Returns a field that must be a whole number. @throws FrameError */
export function toCount(value: Json | undefined): number {
  if (isCount(value)) return value
  throw new FrameError('a message has no proper number')
}

/** Returns a field that must be a text. @throws FrameError */
export function toText(value: Json | undefined): string {
  if (typeof value === 'string') return value
  throw new FrameError('a message has no proper text')
}
