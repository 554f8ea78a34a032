/**
 * Entry of an encoder thread: short tasks on results in shared memory. Files are returned without a copy, and
 * pieces are written into memory provided with the task. Libraries for foreign formats are loaded with their
 * first task.
 */
import { Tinypool } from 'tinypool'
import { checkElements, type Share } from '../../../contract/domain/result/check-elements.ts'
import { measureResult, type Result } from '../../../contract/domain/result/result.ts'
import { type FactWords, withWords } from '../../../contract/domain/result/with-words.ts'
import type { JsonCursor, JsonPiece } from '../../../contract/wire/result-json.ts'
import type { FileWords } from '../../../data/encoding/file-words.ts'
import { writeBase64 } from '../../../data/encoding/write-base64.ts'
import { writePiece } from '../../../data/encoding/write-pieces.ts'
import { writeWhole } from '../../../data/encoding/write-whole.ts'
import type { FormBy } from '../../../data/encoding/written-forms.ts'
import { type ChunkPlan, writeChunk } from '../../../data/encoding/zarr/chunk-plan.ts'
import { factsOf } from '../../../data/facts/facts-of.ts'
import { countShared } from '../shared-memory.ts'
import { keepRefusals } from '../thread-errors.ts'

/** The cost of a later piece, and of a chunk: all pieces together count a result once more. */
const laterPieceBytes = 2 ** 20

/** A task on one result, or on samples of one. A `check` reads one share of its elements. */
export type EncoderTask =
  | { readonly kind: 'check'; readonly result: Result; readonly share: Share }
  | {
      readonly kind: 'piece'
      readonly form: FormBy<'pieces'>
      readonly result: Result
      readonly cursor: JsonCursor
      readonly into: SharedArrayBuffer
    }
  | {
      readonly kind: 'file'
      readonly form: FormBy<'whole'>
      readonly result: Result
      readonly words: FileWords
    }
  | { readonly kind: 'facts'; readonly result: Result; readonly words: FactWords }
  | { readonly kind: 'chunk'; readonly plan: ChunkPlan }

/** The answer to each kind of task. */
export interface EncoderAnswers {
  readonly check: undefined
  readonly piece: JsonPiece
  /** The parts of the file, in memory of their own but for arrays of the result. */
  readonly file: readonly Uint8Array[]
  readonly facts: Uint8Array
  readonly chunk: Uint8Array
}

/** Performs one task; returns its answer in {@link EncoderAnswers}, of which the bytes are transferred. */
export default keepRefusals(answerTask)

async function answerTask(task: EncoderTask): Promise<unknown> {
  countShared(measureKept(task))
  switch (task.kind) {
    case 'check':
      return checkElements(task.result, task.share)
    case 'piece': {
      const { result, form, cursor } = task
      const target = new Uint8Array(task.into)
      return writePiece(result, form, { cursor, target, writeBase64 })
    }
    case 'file':
      return moveAll(await writeWhole(task.result, task.form, task.words))
    case 'chunk':
      return Tinypool.move(writeChunk(task.plan))
    case 'facts': {
      const facts = factsOf(withWords(task.result, task.words))
      return Tinypool.move(new TextEncoder().encode(JSON.stringify(facts)))
    }
  }
}

/**
 * Returns the bytes that a task keeps alive. The thread allocates too little to be collected soon: 400 checks
 * of 12 MB came to 2.4 GB, and to 0.2 GB with this. A stream counts at its beginning, and a little for each
 * piece.
 */
function measureKept(task: EncoderTask): number {
  if (task.kind === 'chunk') return Math.min(task.plan.samples.byteLength, laterPieceBytes)
  const isLater = task.kind === 'piece' && (task.cursor.segment > 0 || task.cursor.element > 0)
  return isLater ? laterPieceBytes : measureResult(task.result)
}

/** Returns parts that are sent without a copy: several may be of one buffer, some of the shared result. */
function moveAll(parts: readonly Uint8Array[]): unknown {
  const own = parts.filter(({ buffer }) => buffer instanceof ArrayBuffer)
  const buffers = new Set(own.map(({ buffer }) => buffer))
  const movable = { [Tinypool.transferableSymbol]: [...buffers], [Tinypool.valueSymbol]: parts }
  // Its types know the symbols as any symbol.
  return Tinypool.move(movable as unknown as ArrayBuffer)
}
