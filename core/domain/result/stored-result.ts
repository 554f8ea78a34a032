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
  /** Returns the result as soon as its arrays have a place. @throws `result.lost` */
  open(): Promise<OpenResult>
}

/** A stored result in this process' memory. */
export interface HeldResult extends StoredResult {
  readonly held: Result
}

/** A result whose members are known, and whose arrays may still be on their way. */
export interface OpenResult {
  readonly result: Result
  /** Absent when everything is there. */
  readonly arrival?: Arrival
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

/** Returns a result in this process' memory under its identity. Nothing is copied. */
export function holdResult(id: string, result: Result): HeldResult {
  return { id, ...toOutline(result), held: result, open: async () => ({ result }) }
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
