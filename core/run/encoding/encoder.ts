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
  /** Yields a file in pieces of about 1 MiB, made on request, each invalid once the next is requested. */
  encodePieces(result: Result, form: PieceForm): AsyncIterable<Uint8Array>
  /** Returns a file; `name` is for forms that contain one. */
  encodeFile(result: Result, form: WholeForm, name: string): Promise<Uint8Array>
  close(): Promise<void>
}
