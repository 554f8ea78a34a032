import type { Result } from '../../domain/result/result.ts'
import type { CheckResult } from '../runner.ts'

/** A form that is written in pieces. */
export type PieceForm = 'json' | 'stl' | 'ply' | 'obj' | 'csv'
/** A form that is written as a whole, by a library. */
export type WholeForm = 'png' | 'glb' | '3mf'

/** The port of the encoders: all work that reads a whole result, off the event loop. */
export interface Encoder {
  /** Runs `checkElements`, for large results on a thread. */
  readonly check: CheckResult
  /**
   * Yields the file of a result, such as its JSON text in UTF-8, in pieces of about 1 MiB, each made on
   * request, so that a slow reader holds no thread and at most two pieces. A piece is invalid once the next
   * one is requested: its memory is reused.
   */
  encodePieces(result: Result, form: PieceForm): AsyncIterable<Uint8Array>
  /** Returns a file; `name` is for forms that contain one. */
  encodeFile(result: Result, form: WholeForm, name: string): Promise<Uint8Array>
  close(): Promise<void>
}
