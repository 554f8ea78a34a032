import { type DataForm, dataForms } from '../../contract/domain/result/forms.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { encodeEnvelope } from '../../contract/wire/envelope.ts'
import {
  encodeJsonPiece,
  type JsonCursor,
  type JsonPiece,
  jsonStart,
} from '../../contract/wire/result-json.ts'
import { encodeHeaded } from './encode-head.ts'
import { encodeRowPiece } from './encode-rows.ts'
import { encodeWhole } from './encode-whole.ts'
import { withAxes } from './with-axes.ts'
import type { FileWords } from './written-forms.ts'

const pieceBytes = 2 ** 20
/** A multiple of 3, so that only the last part is padded. */
const base64Bytes = 24 * 1024

/** A wanted file, with the words of its specimen. */
export interface SavedForm extends FileWords {
  readonly form: DataForm
}

/** Returns the file of a result, made in a page. @throws `form.unavailable` */
export async function encodeForm(result: Result, saved: SavedForm): Promise<Blob> {
  // Nothing is shared in a page.
  const parts = (await toParts(result, saved)) as readonly Uint8Array<ArrayBuffer>[]
  return new Blob([...parts], { type: dataForms[saved.form].mediaType })
}

async function toParts(result: Result, { form, ...words }: SavedForm): Promise<readonly ArrayBufferView[]> {
  const worded = withAxes(result, words.axes)
  switch (form) {
    case 'envelope':
      return encodeEnvelope(result)
    case 'glb':
    case 'png':
    case '3mf':
    case 'usdz':
      return await encodeWhole(result, form, words)
    case 'nrrd':
    case 'nifti':
    case 'npy':
      return encodeHeaded(worded, form)
    case 'json':
      return joinPieces((cursor, target) => encodeJsonPiece(result, cursor, { target, writeBase64 }))
    default:
      return joinPieces((cursor, target) => encodeRowPiece(worded, form, { cursor, target }))
  }
}

function joinPieces(write: (cursor: JsonCursor, target: Uint8Array) => JsonPiece): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let cursor: JsonCursor | null = jsonStart; cursor; ) {
    const target = new Uint8Array(pieceBytes)
    const { length, next } = write(cursor, target)
    parts.push(target.subarray(0, length))
    cursor = next
  }
  return parts
}

function writeBase64(bytes: Uint8Array, target: Uint8Array, at: number): number {
  let to = at
  for (let from = 0; from < bytes.length; from += base64Bytes) {
    const text = btoa(String.fromCharCode(...bytes.subarray(from, from + base64Bytes)))
    for (let i = 0; i < text.length; i++) target[to++] = text.charCodeAt(i)
  }
  return to
}
