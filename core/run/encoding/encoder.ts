import type { ImageResult, MeshResult, Result } from '../../domain/result/result.ts'
import type { CheckResult } from '../runner.ts'

/** The port of the encoders: all work that reads a whole result, off the event loop. */
export interface Encoder {
  /** Runs `checkElements`, for large results on a thread. */
  readonly check: CheckResult
  /**
   * Yields the result's JSON text as UTF-8 in pieces of about 1 MiB, each made on request, so that a slow
   * reader holds no thread and at most two pieces. A piece is invalid once the next one is requested: its
   * memory is reused.
   */
  encodeJson(result: Result): AsyncIterable<Uint8Array>
  /** Returns a PNG file of 8 or 16 bits a channel. */
  encodePng(image: ImageResult): Promise<Uint8Array>
  encodeGlb(mesh: MeshResult, name: string): Promise<Uint8Array>
  close(): Promise<void>
}
