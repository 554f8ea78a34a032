import { listBeyondEnvelope, listHeld, type MemberedResult } from './held-members.ts'
import { listParts, measureResult, type PartType, type Result, type SceneParts } from './result.ts'
import { takePart } from './take-part.ts'

/** A part of a scene without its bytes. */
export interface PartOutline {
  readonly name: string
  readonly type: PartType
  readonly members: readonly string[]
}

/** A result without its bytes: enough to choose the form in which it is sent. */
export interface ResultOutline extends MemberedResult {
  /** Total bytes of its arrays. */
  readonly bytes: number
  /** Its unit of lengths, which some forms state in their own way; absent for none. */
  readonly unit?: string | undefined
  /** Its notes, which every form comes with; absent for none. */
  readonly notes?: readonly string[] | undefined
  /** The parts of a scene, some of which a form leaves out; absent for other kinds. */
  readonly parts?: readonly PartOutline[] | undefined
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

/** Opens the part of a scene as a result of its own. @throws `result.lost`, `part.unknown` */
export async function openPart(stored: StoredResult, name: string): Promise<HeldResult> {
  const { result } = await openWhole(stored)
  return holdResult(`${stored.id}.${name}`, takePart(result, name))
}

/** Returns the outline of a result. */
export function toOutline(result: Result): ResultOutline {
  const { type, notes } = result
  const unit = result.type === 'image' ? undefined : result.unit
  const parts = result.type === 'scene' ? toPartOutlines(result.parts) : undefined
  const members = listHeld(result)
  return pickOutline({ type, bytes: measureResult(result), members, unit, notes, parts })
}

/** Returns the outlines of the parts of a scene. */
export function toPartOutlines(parts: SceneParts): readonly PartOutline[] {
  return listParts(parts).map(([name, part]) => ({ name, type: part.type, members: listHeld(part) }))
}

/** Returns the outline of something that has one, and nothing else of it. */
export function pickOutline({ type, bytes, members, unit, notes, parts }: ResultOutline): ResultOutline {
  const more = { ...(unit && { unit }), ...(notes && { notes }), ...(parts && { parts }) }
  return { type, bytes, members, ...more }
}

/** Returns whether version 1 of the envelope has a place for all of a result. */
export function fitsEnvelope(result: MemberedResult): boolean {
  return listBeyondEnvelope(result).length === 0
}

/** Opens a stored result once all its bytes have arrived. @throws `result.lost` */
export async function openWhole(stored: StoredResult): Promise<OpenResult> {
  const opened = await stored.open()
  await opened.arrival?.whole
  return opened
}
