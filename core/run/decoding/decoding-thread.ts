/** Entry of a decoding thread, which decodes one file. It is bundled with the decoders' packages. */
import { type ErrorCode, SpecimenError } from '../../domain/errors.ts'
import type { Result } from '../../domain/result/result.ts'
import { decodeFile } from '../../formats/decode-file.ts'
import { toSharedResult } from '../shared-memory.ts'

/** A file to decode. Its bytes are transferred. */
export interface DecodingTask {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly name: string
  readonly byteLimit: number
}

/** The answer. A refusal is data, because an error loses its code between threads. */
export type DecodingAnswer =
  | { readonly kind: 'result'; readonly result: Result; readonly notes: readonly string[] }
  | { readonly kind: 'refusal'; readonly code: ErrorCode; readonly detail: string }

/** Performs one task. */
export default async function decode({ bytes, name, byteLimit }: DecodingTask): Promise<DecodingAnswer> {
  const notes: string[] = []
  try {
    const result = await decodeFile(bytes, name, { byteLimit, onNote: (note) => notes.push(note) })
    return { kind: 'result', result: toSharedResult(result), notes }
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error // a bug, which the host reports
    return { kind: 'refusal', code: error.code, detail: error.message }
  }
}
