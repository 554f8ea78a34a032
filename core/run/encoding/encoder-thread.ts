/**
 * Entry of an encoder thread: short tasks on results in shared memory. Files are returned without a copy, and
 * JSON is written into memory provided with the task. Libraries for foreign formats are loaded with their
 * first task.
 */
import { Tinypool, type Transferable } from 'tinypool'
import { SpecimenError } from '../../domain/errors.ts'
import { checkElements, type Share } from '../../domain/result/check-elements.ts'
import { type ImageResult, type MeshResult, measureResult, type Result } from '../../domain/result/result.ts'
import { encodeJsonPiece, type JsonCursor, type JsonPiece } from '../../wire/result-json.ts'
import { countShared } from '../shared-memory.ts'
import { encodeGlb } from './encode-glb.ts'
import { writeBase64 } from './write-base64.ts'

/** The cost of a later JSON piece: all pieces together count a result once more. */
const laterPieceBytes = 2 ** 20

/** A task on one result. A `check` reads one share of its elements. */
export type EncoderTask =
  | { readonly kind: 'check'; readonly result: Result; readonly share: Share }
  | {
      readonly kind: 'json'
      readonly result: Result
      readonly cursor: JsonCursor
      readonly into: SharedArrayBuffer
    }
  | { readonly kind: 'png'; readonly result: ImageResult }
  | { readonly kind: 'glb'; readonly result: MeshResult; readonly name: string }

/** The answer to a `check`. A refusal is data, because an error loses its code between threads. */
export interface CheckAnswer {
  readonly refusal: string | null
}

/** The answer to a task for a whole file. */
export interface FileAnswer {
  readonly bytes: Uint8Array
}

/** The answer to any task. */
export type EncoderAnswer = CheckAnswer | JsonPiece | FileAnswer

/** Performs one task; returns an {@link EncoderAnswer}, wrapped so that its bytes are transferred. */
export default async function answerTask(task: EncoderTask): Promise<unknown> {
  countShared(measureKept(task))
  const answer = await perform(task)
  if (!('bytes' in answer)) return answer
  const moved = { [Tinypool.transferableSymbol]: answer.bytes.buffer, [Tinypool.valueSymbol]: answer }
  // Its symbols are declared as unique to a private module.
  return Tinypool.move(moved as unknown as Transferable)
}

/**
 * Returns the bytes that a task keeps alive. The thread allocates too little to be collected soon: 400 checks
 * of 12 MB came to 2.4 GB, and to 0.2 GB with this. A stream counts at its beginning, and a little for each
 * piece.
 */
function measureKept(task: EncoderTask): number {
  const isLater = task.kind === 'json' && (task.cursor.segment > 0 || task.cursor.element > 0)
  return isLater ? laterPieceBytes : measureResult(task.result)
}

async function perform(task: EncoderTask): Promise<EncoderAnswer> {
  switch (task.kind) {
    case 'check':
      return check(task.result, task.share)
    case 'json':
      return encodeJsonPiece(task.result, task.cursor, { target: new Uint8Array(task.into), writeBase64 })
    case 'png':
      return { bytes: await toPng(task.result) }
    case 'glb':
      return { bytes: await encodeGlb(task.result, task.name) }
  }
}

function check(result: Result, share: Share): CheckAnswer {
  try {
    checkElements(result, share)
    return { refusal: null }
  } catch (error) {
    if (error instanceof SpecimenError) return { refusal: error.message }
    throw error
  }
}

async function toPng({ width, height, channels, dtype, data }: ImageResult): Promise<Uint8Array> {
  const { encode } = await import('fast-png')
  return encode({ width, height, channels, depth: dtype === 'uint8' ? 8 : 16, data })
}
