import type { Result } from '../../../contract/domain/result/result.ts'
import type { FileWords, PieceForm, WholeForm } from '../../../data/encoding/written-forms.ts'
import type { FactWords } from '../../../data/facts/with-words.ts'
import type { CheckResult } from '../runner.ts'

/** The port of the encoders: all work that reads a whole result, off the event loop. */
export interface Encoder {
  /** Runs `checkElements`, for large results on a thread. */
  readonly check: CheckResult
  /** Yields a file in pieces of about 1 MiB, made on request, each invalid once the next is requested. */
  encodePieces(result: Result, form: PieceForm): AsyncIterable<Uint8Array>
  /** Returns a file. */
  encodeFile(result: Result, form: WholeForm, words: FileWords): Promise<Uint8Array>
  /** Returns the facts of a result as JSON, in UTF-8: those of one result and the same words once. */
  measureFacts(result: Result, words: FactWords): Promise<Uint8Array>
  close(): Promise<void>
}
