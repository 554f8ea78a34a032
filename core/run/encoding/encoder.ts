import type { ImageResult, MeshResult, Result } from '../../domain/result/result.ts'
import type { CheckResult } from '../runner.ts'

/** The port of the encoders: everything that reads a whole result, away from the event loop. */
export interface Encoder {
  /** Runs `checkElements`; small results are read at once, large ones on a thread. */
  readonly check: CheckResult
  /**
   * Yields the result's JSON text as UTF-8 in pieces of about 1 MiB, each made when it is asked for, so that
   * a slow reader holds no thread and no more than two pieces. A piece is gone when the next one is asked
   * for: its memory is written into again.
   */
  encodeJson(result: Result): AsyncIterable<Uint8Array>
  /** Returns a PNG file of 8 or 16 bits a channel. */
  encodePng(image: ImageResult): Promise<Uint8Array>
  /** Returns a binary glTF 2.0 file with one mesh of this name. */
  encodeGlb(mesh: MeshResult, name: string): Promise<Uint8Array>
  /** Ends the threads. */
  close(): Promise<void>
}
