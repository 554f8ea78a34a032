import type { AssetAnswer } from '../../domain/specimen.ts'
import type { Runner } from '../runner.ts'

/** A file that is opened when its turn comes. */
export interface FileSource {
  /** Identifies the format where the content does not, and names the file in refusals. */
  readonly name: string
  /** Resolves with the whole file. @throws as its asset */
  open(signal: AbortSignal): Promise<AssetAnswer>
}

/** The port of the decoders of known file formats, off the event loop. */
export interface FileDecoder {
  /** Returns a file's runner. @throws as a `Runner`, and `format.unknown`, `file.undecodable` */
  createRunner(source: FileSource): Runner
  close(): Promise<void>
}
