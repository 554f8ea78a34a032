import type { Result } from '../domain/result/result.ts'

/** What decoding is bounded by, and what it tells besides its result. */
export interface DecodeOptions {
  /** Bytes that the result, and what was compressed in the file, may have; 1 GiB when absent. */
  readonly byteLimit?: number | undefined
  /** Takes a sentence about what of the file is not in the result. */
  readonly onNote?: ((sentence: string) => void) | undefined
}

/** What every decoder is given besides the bytes. */
export type DecodeContext = Required<{
  readonly [K in keyof DecodeOptions]: Exclude<DecodeOptions[K], undefined>
}>

/**
 * Turns a whole file into a result of its own or nothing: its arrays may be views on `bytes`. What it returns
 * is parsed and checked by whoever called it.
 * @throws `file.undecodable`
 */
export type Decode = (bytes: Uint8Array, context: DecodeContext) => Result | Promise<Result>

/** A file format that can be shown. */
export interface Format {
  /** As people call it. */
  readonly name: string
  /** In lower case, with the dot. */
  readonly extensions: readonly string[]
  /** Returns whether the bytes can be no other format's. */
  readonly isContent: (bytes: Uint8Array) => boolean
  /** Loads the decoder, which a browser fetches then. */
  readonly load: () => Promise<Decode>
}
