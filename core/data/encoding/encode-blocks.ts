import type { Result } from '../../contract/domain/result/result.ts'
import { encodeEnvelope } from '../../contract/wire/envelope.ts'
import { encodeScene } from '../../contract/wire/scene-envelope.ts'

const made = new WeakMap<Result, readonly Uint8Array[]>()

/** Returns the envelope of a result, or the bytes of a scene. Its preamble is made once. */
export function encodeBlocks(result: Result): readonly Uint8Array[] {
  const known = made.get(result)
  if (known) return known
  const parts = result.type === 'scene' ? encodeScene(result) : encodeEnvelope(result)
  made.set(result, parts)
  return parts
}
