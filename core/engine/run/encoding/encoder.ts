import type { Result } from '../../../contract/domain/result/result.ts'
import type { FactWords } from '../../../contract/domain/result/with-words.ts'
import type { FileWords } from '../../../data/encoding/file-words.ts'
import type { FormBy } from '../../../data/encoding/written-forms.ts'
import type { ChunkPlan } from '../../../data/encoding/zarr/chunk-plan.ts'
import type { CheckResult } from '../runner.ts'

/** The reader of something that is encoded. */
export interface EncodingReader {
  /** Named as for limits. Callers take turns. */
  readonly caller: string
  /** Aborts when it has left. Its work ends then, unless another reader waits for the same. */
  readonly signal: AbortSignal
  /** Called once, when the work holds nothing more: maybe after the reader has left. */
  readonly onReleased?: () => void
}

/** A wanted file. */
export interface WantedFile extends FileWords {
  readonly form: FormBy<'whole'>
}

/** A chunk of a Zarr array. */
export interface NamedChunk {
  /** Identifies its bytes: equal ids mean equal bytes. */
  readonly id: string
  readonly plan: ChunkPlan
}

/** The port of the encoders: all work that reads a whole result, off the event loop. */
export interface Encoder {
  /** Runs `checkElements`, for large results on a thread. Waits for no file. */
  readonly check: CheckResult
  /**
   * Yields a file in pieces of about 1 MiB, made on request, each invalid once the next is requested.
   * @throws `run.cancelled` when the reader has left, `host.busy`
   */
  encodePieces(result: Result, form: FormBy<'pieces'>, reader: EncodingReader): AsyncIterable<Uint8Array>
  /** Returns the parts of a file, made once for equal requests at a time. @throws as {@link encodePieces} */
  encodeFile(result: Result, file: WantedFile, reader: EncodingReader): Promise<readonly Uint8Array[]>
  /**
   * Returns the facts of a result as JSON, in UTF-8: those of one result and the same words once.
   * @throws as {@link encodePieces}
   */
  measureFacts(result: Result, words: FactWords, reader: EncodingReader): Promise<Uint8Array>
  /** Returns the bytes of a chunk, which several readers may have. @throws as {@link encodePieces} */
  encodeChunk(chunk: NamedChunk, reader: EncodingReader): Promise<Uint8Array>
  close(): Promise<void>
}
