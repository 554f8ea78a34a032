import { randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { HeldResult } from '../../domain/result/stored-result.ts'
import { toResultHead } from '../../run/result-head.ts'
import type { PeerKeys } from './peer-signatures.ts'
import { createSeal, nonceBytes } from './result-seal.ts'

/** Sealed at a time, between two turns of the event loop: 0.1 ms. */
const pieceBytes = 2 ** 20
/** Of the length of the head. */
export const prefixBytes = 4

/**
 * Results as other hosts get them: a nonce, the length of the head (uint32, little-endian), the head, the
 * arrays one after the other, and the seal of the id and all that stands before it. What was sealed once is
 * remembered as long as the result is there, and nothing is copied.
 */
export class SealedResults {
  readonly #sealed = new WeakMap<HeldResult, Map<PeerKeys, Promise<readonly Uint8Array[]>>>()

  /** Returns the parts of a sealed result, to be sent one after the other. */
  seal(stored: HeldResult, keys: PeerKeys): Promise<readonly Uint8Array[]> {
    const known = this.#sealed.get(stored) ?? new Map<PeerKeys, Promise<readonly Uint8Array[]>>()
    this.#sealed.set(stored, known)
    const sealed = known.get(keys) ?? sealResult(stored, keys)
    known.set(keys, sealed)
    return sealed
  }
}

async function sealResult({ id, held }: HeldResult, { sealing }: PeerKeys): Promise<readonly Uint8Array[]> {
  const { head, arrays } = toResultHead(held)
  const text = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32LE(text.length)
  const nonce = randomBytes(nonceBytes)
  const views = arrays
    .filter(({ byteLength }) => byteLength > 0)
    .map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))
  const seal = createSeal(sealing, nonce)
  for (const part of [Buffer.from(id), prefix, text]) seal.add(part)
  for (const view of views) {
    for (let at = 0; at < view.byteLength; at += pieceBytes) {
      if (at > 0) await setImmediate()
      seal.add(view.subarray(at, at + pieceBytes))
    }
  }
  return [Buffer.concat([nonce, prefix, text]), ...views, seal.finish()]
}
