/**
 * A result on its way from a worker into the relay's shared memory: written there once, as it comes, wherever the link was
 * cut. The announced size is a claim: memory is taken a step ahead of the bytes, never for the claim.
 */
import { crc32 } from 'node:zlib'
import type { JsonObject } from '../domain/json.ts'
import { planResult, type ResultPlan, toPlannedValue } from '../run/result-head.ts'
import { allocateGrowable, allocateShared, growShared } from '../run/shared-memory.ts'
import { chunkBytes } from '../wire/link-chunk.ts'

/** Bytes by which memory grows at a time. */
const growthBytes = 4 * 2 ** 20

export class IncomingResult {
  /** Bytes that the stream has in all: the arrays one after the other, without gaps. */
  readonly byteLength: number
  readonly #plan: ResultPlan
  readonly #memory: SharedArrayBuffer
  #received = 0
  #crc = 0
  #block = 0
  #filled = 0

  constructor(plan: ResultPlan) {
    this.#plan = plan
    this.byteLength = plan.blocks.reduce((total, { bytes }) => total + bytes, 0)
    const isSmall = plan.byteLength <= chunkBytes
    this.#memory = isSmall ? allocateShared(plan.byteLength) : allocateGrowable(plan.byteLength)
  }

  /** Bytes that have come. */
  get received(): number {
    return this.#received
  }

  /** CRC-32 of what has come. */
  get crc32(): number {
    return this.#crc
  }

  /** Takes the next bytes of the stream, at most as many as are missing. */
  take(bytes: Uint8Array): void {
    this.#crc = crc32(bytes, this.#crc)
    this.#received += bytes.length
    for (let at = 0; at < bytes.length; ) {
      const block = this.#plan.blocks[this.#block]
      if (!block) throw new RangeError('more bytes than the result has')
      const count = Math.min(bytes.length - at, block.bytes - this.#filled)
      this.#write(block.offset + this.#filled, bytes.subarray(at, at + count))
      at += count
      this.#filled += count
      if (this.#filled < block.bytes) continue
      this.#block++
      this.#filled = 0
    }
  }

  /** Returns the result as the worker describes it, for `parseResult`, once all bytes have come. */
  toValue(): object {
    if (this.#memory.byteLength < this.#plan.byteLength) growShared(this.#memory, this.#plan.byteLength)
    return toPlannedValue(this.#plan, this.#memory)
  }

  #write(offset: number, bytes: Uint8Array): void {
    const end = offset + bytes.length
    if (end > this.#memory.byteLength) growShared(this.#memory, Math.min(end + growthBytes, this.#plan.byteLength))
    new Uint8Array(this.#memory, offset, bytes.length).set(bytes)
  }
}

/** Returns where a result goes that a worker announces, or why it is refused: `limit` is in bytes. */
export function openResult(head: JsonObject, byteLength: number, limit: number): IncomingResult | string {
  const plan = planResult(head, limit)
  if (typeof plan === 'string') return plan
  const result = new IncomingResult(plan)
  if (result.byteLength === byteLength) return result
  return `the result announces ${byteLength} bytes, and arrays of ${result.byteLength}`
}
