import type { AssetAnswer } from '../../domain/specimen.ts'
import type { Runner } from '../runner.ts'

/** A file that can be opened when its turn comes. */
export interface FileSource {
  /** For the format where the content does not tell it, and for refusals. */
  readonly name: string
  /** Resolves with the whole file. @throws as the asset that it is */
  open(signal: AbortSignal): Promise<AssetAnswer>
}

/** The port of what decodes files of known formats, away from the event loop. */
export interface FileDecoder {
  /**
   * Returns what makes a result of a file, as functions make theirs. Its parameters are nothing to it.
   * @throws besides what runners throw, `format.unknown` and `file.undecodable`
   */
  createRunner(source: FileSource): Runner
  /** Ends what is being decoded, and refuses what waits. */
  close(): Promise<void>
}
