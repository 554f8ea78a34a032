import type { FileSource, Runner } from '../runner.ts'

/** A file to be decoded. */
export interface DecodedFile extends FileSource {
  /** Set when the worker that has the file decodes it there, so that it need not be fetched for that. */
  readonly isDecodedThere?: boolean | undefined
  /** Set for a file that a caller has brought: one place is left for those of specimens. */
  readonly isBrought?: boolean
}

/** The port of the decoders of known file formats. */
export interface FileDecoder {
  /** Returns a file's runner. @throws as a `Runner`, and `format.unknown`, `file.undecodable` */
  createRunner(source: DecodedFile): Runner
  close(): Promise<void>
}
