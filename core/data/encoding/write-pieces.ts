/** Forms that are written in stateless pieces. */
import type { Result } from '../../contract/domain/result/result.ts'
import {
  encodeJsonPiece,
  type JsonCursor,
  type JsonPiece,
  type WriteBase64,
} from '../../contract/wire/result-json.ts'
import { encodeCsv } from './encode-csv.ts'
import { encodeObj, encodePly, encodeStl } from './encode-rows.ts'
import type { ResultOf } from './written-form.ts'
import type { FormBy } from './written-forms.ts'

/** The place of a piece in its file, and in memory. */
export interface FilePiece {
  readonly cursor: JsonCursor
  /** At least 4 KiB. */
  readonly target: Uint8Array
  readonly writeBase64: WriteBase64
}

type WritePiece<Of> = (result: Of, piece: FilePiece) => JsonPiece

const writers: { readonly [Form in FormBy<'pieces'>]: WritePiece<ResultOf<Form>> } = {
  json: (result, { cursor, ...into }) => encodeJsonPiece(result, cursor, into),
  stl: encodeStl,
  ply: encodePly,
  obj: encodeObj,
  csv: encodeCsv,
}

/** Writes a file from `cursor` on into `target`, nearly full except for the last piece. */
export function writePiece(result: Result, form: FormBy<'pieces'>, piece: FilePiece): JsonPiece {
  const write: WritePiece<never> = writers[form]
  return write(result as never, piece) // its form is chosen among those of its kind
}
