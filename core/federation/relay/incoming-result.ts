import { crc32 } from 'node:zlib'
import { planResult, type ResultPlan, toPlannedValue } from '../../run/result-head.ts'
import { allocateGrowable, allocateShared, growShared } from '../../run/shared-memory.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import { limits } from '../link/limits.ts'

/** Bytes by which memory grows at a time. */
const growthBytes = 4 * 2 ** 20

/**
 * A result on its way from a worker into the relay's shared memory: written there once, as it comes, wherever
 * the link was cut. The announced size is a claim: memory is taken a step ahead of the bytes, never for the
 * claim.
 */
export class IncomingResult {
  /** Bytes that the stream has in all: the arrays one after the other, without gaps. */
  readonly byteLength: number
  readonly #plan: ResultPlan
  readonly #announced: string
  readonly #memory: SharedArrayBuffer
  #received = 0
  #crc = 0
  /** Which block the next byte belongs to, and how many of its bytes have come. */
  #block = 0
  #filled = 0

  constructor(plan: ResultPlan, announced: string) {
    this.#plan = plan
    this.#announced = announced
    this.byteLength = plan.blocks.reduce((total, { bytes }) => total + bytes, 0)
    const isSmall = plan.byteLength <= limits.chunkBytes
    this.#memory = isSmall ? allocateShared(plan.byteLength) : allocateGrowable(plan.byteLength)
  }

  /** Bytes that have come. */
  get received(): number {
    return this.#received
  }

  /** Returns whether a worker announces the same result again. */
  isAnnouncedBy({ head, bytes }: Pick<WorkerFrameOf<'result'>, 'head' | 'bytes'>): boolean {
    return JSON.stringify({ head, bytes }) === this.#announced
  }

  /** Returns what is wrong with what has come, once the worker has sent its end. */
  findFault({ bytes, crc32 }: Pick<WorkerFrameOf<'end'>, 'bytes' | 'crc32'>): string | undefined {
    if (this.#received !== this.byteLength || bytes !== this.byteLength) {
      return `${this.#received} of ${this.byteLength} announced bytes of a result, and then its end`
    }
    return crc32 === this.#crc ? undefined : 'a result whose checksum does not fit its bytes'
  }

  /**
   * Takes the next bytes of the stream, at most as many as are missing. @throws RangeError when there is no
   * memory
   */
  take(bytes: Uint8Array): void {
    this.#crc = crc32(bytes, this.#crc)
    this.#received += bytes.length
    for (let at = 0; at < bytes.length; ) {
      const block = this.#plan.blocks[this.#block]
      if (!block) throw new RangeError('a result has more bytes than its blocks')
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
    if (end > this.#memory.byteLength)
      growShared(this.#memory, Math.min(end + growthBytes, this.#plan.byteLength))
    new Uint8Array(this.#memory, offset, bytes.length).set(bytes)
  }
}

/**
 * Returns the place of a result that a worker announces, or what is wrong with it; `limit` is in bytes.
 * @throws RangeError when there is no memory
 */
export function openResult({ head, bytes }: WorkerFrameOf<'result'>, limit: number): IncomingResult | string {
  const plan = planResult(head, limit)
  if (typeof plan === 'string') return plan
  const result = new IncomingResult(plan, JSON.stringify({ head, bytes }))
  return result.byteLength === bytes
    ? result
    : `the result announces ${bytes} bytes, and arrays of ${result.byteLength}`
}
