import { type DataForm, dataForms } from '../../contract/domain/result/forms.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import type { FileWords } from './file-words.ts'
import { joinPieces } from './join-pieces.ts'
import { writeArrays } from './write-arrays.ts'
import { writePiece } from './write-pieces.ts'
import { writeWhole } from './write-whole.ts'
import { isWritten } from './written-forms.ts'
import { withFileWords } from './written-words.ts'

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
  if (isWritten(form, 'whole')) return await writeWhole(result, form, words)
  const worded = withFileWords(result, form, words)
  if (!isWritten(form, 'pieces')) return writeArrays(worded, form)
  return joinPieces((piece) => writePiece(worded, form, { ...piece, writeBase64 }))
}

function writeBase64(bytes: Uint8Array, target: Uint8Array, at: number): number {
  let to = at
  for (let from = 0; from < bytes.length; from += base64Bytes) {
    const text = btoa(String.fromCharCode(...bytes.subarray(from, from + base64Bytes)))
    for (let i = 0; i < text.length; i++) target[to++] = text.charCodeAt(i)
  }
  return to
}
