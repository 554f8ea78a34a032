import { SpecimenError } from '../errors.ts'
import { listBlocks, measureResult, type Result, type ResultType } from './result.ts'

/** What is known of a result without its bytes: enough to choose the form in which it is sent. */
export interface ResultOutline {
  readonly type: ResultType
  /** Of its arrays. */
  readonly bytes: number
  /** Whether version 1 of the envelope has a place for all of them. */
  readonly fitsEnvelope: boolean
}

/**
 * A result with its identity, wherever its bytes are: two with one `id` are the same bytes. Nothing is
 * fetched before somebody opens it, so whoever has these bytes already is answered by the id alone.
 */
export interface StoredResult extends ResultOutline {
  readonly id: string
  /** The result itself, where this object keeps it in memory; absent where it keeps none. */
  readonly held?: Result
  /** See {@link HeldResult.keep}. */
  keep?(): () => void
  /** Returns the result as soon as its arrays have a place. @throws `result.lost` */
  open(): Promise<OpenResult>
}

/**
 * A stored result in this process' memory. That memory may be used again, for another result, when nobody
 * keeps this one and nobody has it open: `open` throws `result.lost` from then on. So its elements are read
 * between `open` and `close`, and not through `held`, which tells its size.
 */
export interface HeldResult extends StoredResult {
  readonly held: Result
  /** Keeps the result until the returned function is called. Whoever can hand it out keeps it. */
  keep(): () => void
}

/** A result whose members are known, and whose arrays may still be on their way. */
export interface OpenResult {
  readonly result: Result
  /** Absent when everything is there. */
  readonly arrival?: Arrival
  /**
   * To be called when nothing read from it will be given to anybody any more. May be called more than once;
   * who does not call it leaves the memory to be collected, later.
   */
  readonly close?: () => void
}

/**
 * The bytes of a result while they come from another host, into the memory that its arrays are views of. What
 * has come may be passed on, but is checked at the end only: whoever passes it on keeps something back until
 * `whole` has resolved.
 */
export interface Arrival {
  /** Resolves when that memory has been written up to this byte. @throws `result.lost` */
  readTo(byte: number): Promise<void>
  /** Resolves when all bytes have come and are those that were sent; rejects with `result.lost`. */
  readonly whole: Promise<void>
}

/** Who is told whether anybody keeps a held result or has it open. */
export interface ResultUse {
  /** Somebody does, and nobody did. */
  onUsed(): void
  /**
   * Nobody does any longer. `takeAway` returns whether there is still nobody, and then the result can be
   * opened no more. To be called later, as whoever has just got the result is about to open it.
   */
  onUnused(takeAway: () => boolean): void
}

/**
 * Returns a result in this process' memory under its identity. Nothing is copied. Where nobody is told of its
 * `use`, it can be opened for ever.
 */
export function holdResult(id: string, result: Result, use?: ResultUse): HeldResult {
  let users = 0
  let isLost = false
  const takeAway = (): boolean => {
    const isFirst = users === 0 && !isLost
    isLost ||= isFirst
    return isFirst
  }
  const keep = (): (() => void) => {
    if (users === 0) use?.onUsed()
    users++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      users--
      if (users === 0) use?.onUnused(takeAway)
    }
  }
  const open = async (): Promise<OpenResult> => {
    if (isLost)
      throw new SpecimenError('result.lost', 'The result has just made room for another; ask again.')
    return { result, close: keep() }
  }
  return { id, ...toOutline(result), held: result, keep, open }
}

/** Returns what is known of a result without its bytes. */
export function toOutline(result: Result): ResultOutline {
  const fitsEnvelope = listBlocks(result).every(({ form, member }) => {
    return form === 'samples' || member.envelope !== null
  })
  return { type: result.type, bytes: measureResult(result), fitsEnvelope }
}

/** Opens a stored result once all its bytes are there. @throws `result.lost` */
export async function openWhole(stored: StoredResult): Promise<OpenResult> {
  const opened = await stored.open()
  await opened.arrival?.whole
  return opened
}
