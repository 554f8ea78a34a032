import { crc32 } from 'node:zlib'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { type CalledReturn, parseSent } from '../../contract/domain/result/parse-returned.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import {
  describeOversize,
  planResult,
  type ResultPlan,
  toPlannedValue,
} from '../../engine/run/result-head.ts'
import { toFunctionFailure } from '../../engine/run/run-failure.ts'
import type { CheckResult } from '../../engine/run/runner.ts'
import { allocateGrowable, allocateShared, growShared } from '../../engine/run/shared-memory.ts'
import type { WorkerFrameOf } from './control-frames.ts'
import { limits } from './limits.ts'

/** The origin of a result, for errors. */
export interface ResultSource {
  /** Names what gives it, such as its function, at the beginning of a sentence. */
  readonly subject: string
  /** Returns the error of a sender that has sent `found`. */
  readonly refuse: (found: string) => SpecimenError
}

/** What comes before the bytes of a result. */
export type ResultAnnouncement = Pick<WorkerFrameOf<'result'>, 'head' | 'bytes'>

const growthBytes = 4 * 2 ** 20

/**
 * A result on its way over a link into shared memory: written once, as it arrives, over any number of links.
 * The announced size is unverified: memory grows a step ahead of the received bytes.
 */
export class IncomingResult {
  /** Bytes of the stream: the arrays one after the other, without gaps. */
  readonly byteLength: number
  readonly #plan: ResultPlan
  readonly #source: ResultSource
  /** The announcement as text, to be compared with the next link's. */
  readonly #announced: string
  readonly #memory: SharedArrayBuffer
  #received = 0
  #crc = 0
  #block = 0
  #filled = 0

  /**
   * Takes memory for an announced result; `limit` is in bytes.
   * @throws `function.failed` when it is larger, the error of `refuse` for an invalid head, `host.busy` when
   * there is no memory
   */
  constructor({ head, bytes }: ResultAnnouncement, limit: number, source: ResultSource) {
    const { refuse, subject } = source
    if (bytes > limit) throw toFunctionFailure(subject, describeOversize(bytes, limit))
    const plan = planResult(head, limit)
    if (typeof plan === 'string') throw refuse(plan)
    this.#plan = plan
    this.#source = source
    this.#announced = JSON.stringify({ head, bytes })
    this.byteLength = plan.blocks.reduce((total, block) => total + block.bytes, 0)
    if (this.byteLength !== bytes)
      throw refuse(`a result of ${bytes} bytes, with arrays of ${this.byteLength}`)
    const isSmall = plan.byteLength <= limits.chunkBytes
    const allocate = isSmall ? allocateShared : allocateGrowable
    this.#memory = withMemory(source, () => allocate(plan.byteLength))
  }

  get received(): number {
    return this.#received
  }

  isAnnouncedBy({ head, bytes }: ResultAnnouncement): boolean {
    return JSON.stringify({ head, bytes }) === this.#announced
  }

  /** Compares the received bytes with the sender's `end`. @throws the error of `refuse` */
  checkEnd({ bytes, crc32 }: Pick<WorkerFrameOf<'end'>, 'bytes' | 'crc32'>): void {
    const { refuse } = this.#source
    if (this.#received !== this.byteLength || bytes !== this.byteLength) {
      const found = `${this.#received} of ${this.byteLength} announced bytes of a result, and then its end`
      throw refuse(found)
    }
    if (crc32 !== this.#crc) throw refuse('a result whose checksum does not fit its bytes')
  }

  /** Appends the next bytes of the stream, at most the missing ones. @throws `host.busy` without memory */
  take(bytes: Uint8Array): void {
    withMemory(this.#source, () => this.#copy(bytes))
  }

  /** Resolves with the complete result. @throws `function.failed`, by `check` */
  async toResult(wanted: CalledReturn, check: CheckResult): Promise<Result> {
    try {
      if (this.#memory.byteLength < this.#plan.byteLength) growShared(this.#memory, this.#plan.byteLength)
      const value = toPlannedValue(this.#plan, this.#memory)
      const result = parseSent(value, wanted)
      await check(result)
      return result
    } catch (error) {
      if (!(error instanceof SpecimenError) || error.code !== 'function.failed') throw error
      throw toFunctionFailure(this.#source.subject, error.message, error)
    }
  }

  #copy(bytes: Uint8Array): void {
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

  /** Copies by `fill`, one `memmove`; V8's `set` is slower at unlike alignments (100 MB: 29 ms, 11 ms). */
  #write(offset: number, bytes: Uint8Array): void {
    if (bytes.length === 0) return
    const end = offset + bytes.length
    if (end > this.#memory.byteLength)
      growShared(this.#memory, Math.min(end + growthBytes, this.#plan.byteLength))
    Buffer.from(this.#memory, offset, bytes.length).fill(bytes)
  }
}

function withMemory<T>({ subject }: ResultSource, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    const detail = `${subject} has a result for which there is no memory left here; try again later.`
    throw new SpecimenError('host.busy', detail, { cause })
  }
}
