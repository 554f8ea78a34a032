import type { Result, ResultType } from '../domain/result/result.ts'

/** What decoding is bounded by, and what it tells besides its result. */
export interface DecodeContext {
  /** Bytes that the result, and what was compressed in the file, may have. */
  readonly byteLimit: number
  /** Takes a sentence about what of the file is not in the result. */
  readonly onNote: (sentence: string) => void
}

/** The same as a caller gives it: 1 GiB and nothing where it is left out. */
export type DecodeOptions = { readonly [Name in keyof DecodeContext]?: DecodeContext[Name] | undefined }

/**
 * Turns a whole file into a result of its own or nothing: its arrays may be views on `bytes`. What it returns
 * is parsed and checked by whoever called it.
 * @throws `file.undecodable`
 */
export type Decode = (bytes: Uint8Array, context: DecodeContext) => Result | Promise<Result>

/** A file format that can be shown. */
export interface FileFormat {
  /** As people call it. */
  readonly name: string
  /** In lower case, with the dot. */
  readonly extensions: readonly string[]
  /** What its files hold, one of these. */
  readonly types: readonly ResultType[]
  /** Returns whether the bytes can be no other format's. */
  readonly isContent: (bytes: Uint8Array) => boolean
}
