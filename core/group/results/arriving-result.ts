import { timingSafeEqual } from 'node:crypto'
import { createDeferred } from '../../domain/deferred.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { isJsonObject, parseJson } from '../../domain/json.ts'
import { parseResult } from '../../domain/result/parse-result.ts'
import type { Result } from '../../domain/result/result.ts'
import type { Arrival, OpenResult } from '../../domain/result/stored-result.ts'
import { planResult, type ResultPlan, toPlannedValue } from '../../run/result-head.ts'
import { allocateShared } from '../../run/shared-memory.ts'
import type { PeerKeys } from './peer-signatures.ts'
import type { ResultPointer } from './result-pointer.ts'
import { createSeal, nonceBytes, sealBytes } from './result-seal.ts'
import { prefixBytes } from './sealed-results.ts'

/** Heads have some hundred bytes. */
const headLimit = 64 * 1024
/** Sealed, and told to readers, at a time: as much as an envelope is sent in. */
const pieceBytes = 256 * 1024

/** Somebody who waits for bytes. */
interface ByteReader {
  readonly byte: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** What is known of a result that arrives before its first byte. */
export interface ExpectedResult {
  readonly pointer: ResultPointer
  /** What it must be sealed by. */
  readonly keys: PeerKeys
  /** Most bytes that it may have. */
  readonly byteLimit: number
  /** Called once, before anybody who waits goes on: with the result, or why it is lost. */
  readonly onEnd: (end: Result | SpecimenError) => void
}

/**
 * A sealed result (see `SealedResults`) on its way from another host into shared memory of this one, written
 * there once, wherever the body was cut. What goes wrong ends it for all who wait, as `result.lost` unless it
 * is the fault of this host.
 *
 * The head is parsed like any input, and memory is taken for no more than the pointer and the limit say; its
 * pages are taken as they are written, so that a gigabyte that never comes costs nothing. Elements are not
 * read again: the host that computed them has checked them, and none but a host of the group can have made
 * the seal.
 */
export class ArrivingResult implements Arrival {
  readonly #expected: ExpectedResult
  readonly #opened = createDeferred<OpenResult>()
  readonly #whole = createDeferred<void>()
  readonly #readers = new Set<ByteReader>()
  /** What is filled next, from the beginning of the body to its end. */
  readonly #targets: Iterator<Uint8Array, void>
  #target: Uint8Array = new Uint8Array()
  /** How much of that has come. */
  #filled = 0
  /** `full` from the seal to the end of the body. */
  #stage: 'filling' | 'full' | 'ended' = 'filling'
  /** How far the memory of the arrays is written. */
  #arrived = 0
  #result: Result | undefined
  #error: SpecimenError | undefined

  constructor(expected: ExpectedResult) {
    this.#expected = expected
    // Nobody may be waiting when they reject.
    for (const { promise } of [this.#opened, this.#whole]) promise.catch(() => {})
    this.#targets = this.#listTargets()
    this.#goOn()
  }

  /** The result as soon as its head has come; rejects with `result.lost`. */
  get opened(): Promise<OpenResult> {
    return this.#opened.promise
  }

  get whole(): Promise<void> {
    return this.#whole.promise
  }

  readTo(byte: number): Promise<void> {
    if (byte <= this.#arrived) return Promise.resolve()
    if (this.#error) return Promise.reject(this.#error)
    return new Promise((resolve, reject) => this.#readers.add({ byte, resolve, reject }))
  }

  /** Takes the next bytes of the body. */
  take(bytes: Uint8Array): void {
    try {
      this.#fill(bytes)
    } catch (error) {
      this.fail(error)
    }
  }

  /** Takes the end of the body. */
  end(): void {
    if (this.#stage === 'filling' || !this.#result) this.fail(new Error('its bytes end too early'))
    if (this.#stage === 'ended' || !this.#result) return
    this.#stage = 'ended'
    this.#expected.onEnd(this.#result)
    this.#whole.resolve()
  }

  /** Ends it, unless it has ended. */
  fail(cause: unknown): void {
    if (this.#stage === 'ended') return
    this.#stage = 'ended'
    this.#error = toEndError(cause)
    this.#expected.onEnd(this.#error)
    this.#opened.reject(this.#error)
    this.#whole.reject(this.#error)
    for (const { reject } of this.#readers) reject(this.#error)
    this.#readers.clear()
  }

  #fill(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length && this.#stage !== 'ended'; ) {
      if (this.#stage === 'full') throw new Error('there is more after its end')
      const part = bytes.subarray(at, at + this.#target.length - this.#filled)
      this.#target.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === this.#target.length) this.#goOn()
    }
  }

  #goOn(): void {
    const { value } = this.#targets.next()
    this.#filled = 0
    if (value) this.#target = value
    else this.#stage = 'full'
  }

  /** Goes through the body: yields each part of it, and goes on when that has come. */
  *#listTargets(): Generator<Uint8Array, void> {
    const { pointer, keys } = this.#expected
    const nonce = Buffer.alloc(nonceBytes)
    yield nonce
    const prefix = Buffer.alloc(prefixBytes)
    yield prefix
    const headLength = prefix.readUInt32LE()
    if (headLength === 0 || headLength > headLimit) throw new Error(`its head has ${headLength} bytes`)
    const head = Buffer.alloc(headLength)
    yield head
    const seal = createSeal(keys.sealing, nonce)
    for (const part of [Buffer.from(pointer.id), prefix, head]) seal.add(part)
    const plan = this.#plan(head.toString())
    const memory = allocateShared(plan.byteLength)
    const result = parseResult(toPlannedValue(plan, memory), pointer.type)
    this.#result = result
    this.#opened.resolve({ result, arrival: this })
    for (const { offset, bytes } of plan.blocks) {
      const end = offset + bytes
      for (let at = offset; at < end; at += pieceBytes) {
        const piece = new Uint8Array(memory, at, Math.min(pieceBytes, end - at))
        yield piece
        seal.add(piece)
        this.#reach(at + piece.length)
      }
    }
    const sent = Buffer.alloc(sealBytes)
    yield sent
    if (!timingSafeEqual(seal.finish(), sent)) throw new Error('its seal does not fit its bytes')
  }

  #plan(text: string): ResultPlan {
    const { pointer, byteLimit } = this.#expected
    const head = parseJson(text, 'The head')
    const plan = isJsonObject(head) ? planResult(head, byteLimit) : 'the result has no proper head'
    if (typeof plan === 'string') throw new Error(plan)
    const bytes = plan.blocks.reduce((total, block) => total + block.bytes, 0)
    if (bytes !== pointer.bytes)
      throw new Error(`it has ${bytes} bytes, where ${pointer.bytes} were announced`)
    return plan
  }

  #reach(byte: number): void {
    this.#arrived = byte
    for (const reader of this.#readers) {
      if (reader.byte > byte) continue
      this.#readers.delete(reader)
      reader.resolve()
    }
  }
}

/** Returns what whoever waits for a result gets when it does not come; the cause is for the log. */
function toEndError(cause: unknown): SpecimenError {
  if (cause instanceof SpecimenError && cause.code === 'host.stopping') return cause
  if (cause instanceof RangeError) {
    const detail = 'This host has no memory left for a result of another one; try again in a moment.'
    return new SpecimenError('host.busy', detail, { cause })
  }
  const detail =
    'The bytes of this result were at another host, and could not be had from there; ' +
    'ask again, so that it is computed again.'
  return new SpecimenError('result.lost', detail, { cause })
}
