import { exceedsEnvelope, listBlocks, measureResult, type Result, type ResultType } from './result.ts'

/** A result without its bytes: enough to choose the form in which it is sent. */
export interface ResultOutline {
  readonly type: ResultType
  /** Total bytes of its arrays. */
  readonly bytes: number
  /** Set when version 1 of the envelope has a place for all of its arrays, texts, directions and offset. */
  readonly fitsEnvelope: boolean
  /** Its notes, which every form comes with; absent for none. */
  readonly notes?: readonly string[] | undefined
}

/**
 * A result with its identity, wherever its bytes are: two with one `id` are the same bytes. Nothing is
 * fetched before it is opened, so the id alone answers a client that has these bytes already.
 */
export interface StoredResult extends ResultOutline {
  readonly id: string
  readonly held?: Result
  /** Returns the result as soon as its arrays have a place. @throws `result.lost` */
  open(): Promise<OpenResult>
}

/** A stored result in this process' memory. */
export interface HeldResult extends StoredResult {
  readonly held: Result
}

/** A result with all members, whose arrays may still be arriving. */
export interface OpenResult {
  readonly result: Result
  readonly arrival?: Arrival
}

/**
 * The bytes of a result on their way from another host, into the memory that its arrays are views of. Arrived
 * bytes may be passed on, but are checked at the end only: a sender keeps something back until `whole` has
 * resolved.
 */
export interface Arrival {
  /** Resolves when that memory has been written up to this byte. @throws `result.lost` */
  readTo(byte: number): Promise<void>
  /** Resolves when all bytes have arrived and are verified; rejects with `result.lost`. */
  readonly whole: Promise<void>
}

/** Returns a result in this process' memory under its identity. Nothing is copied. */
export function holdResult(id: string, result: Result): HeldResult {
  return { id, ...toOutline(result), held: result, open: async () => ({ result }) }
}

/** Returns the outline of a result. */
export function toOutline(result: Result): ResultOutline {
  const areBlocks = listBlocks(result).every(({ form, member }) => {
    return form === 'samples' || member.envelope !== null
  })
  const fitsEnvelope = areBlocks && !exceedsEnvelope(result)
  const { type, notes } = result
  return { type, bytes: measureResult(result), fitsEnvelope, ...(notes && { notes }) }
}

/** Opens a stored result once all its bytes have arrived. @throws `result.lost` */
export async function openWhole(stored: StoredResult): Promise<OpenResult> {
  const opened = await stored.open()
  await opened.arrival?.whole
  return opened
}
