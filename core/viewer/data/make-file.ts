/** Files that the worker makes of a result when they are asked for, by scripts that it fetches then. */
import { dataForms } from '../../contract/domain/result/forms.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { toOutline } from '../../contract/domain/result/stored-result.ts'
import type { FactWords } from '../../contract/domain/result/with-words.ts'
import type { SavedForm } from '../../data/encoding/encode-form.ts'
import type { PlainFile } from '../../data/prepared/plain-file.ts'

/** Returns a result in a form, as a file with the name of its specimen. */
export async function makeFile(id: string, result: Result, saved: SavedForm): Promise<PlainFile> {
  const [{ encodeForm }, { listFormNotes }] = await Promise.all([
    import('../../data/encoding/encode-form.ts'),
    import('../../data/encoding/form-notes.ts'),
  ])
  const { form, axes } = saved
  const left = listFormNotes({ ...toOutline(result), axes }, form)
  const notes = left.length > 0 ? [...(result.notes ?? []), ...left] : result.notes
  return toAskedFile(id + dataForms[form].ending, await encodeForm(result, saved), notes)
}

/** Returns the facts of a result, in its author's words, as a file of JSON. */
export async function makeFacts(result: Result, words: FactWords): Promise<PlainFile> {
  const { factsOf, withWords } = await import('./measure-result.ts')
  const text = JSON.stringify(factsOf(withWords(result, words)))
  return toAskedFile('facts.json', new Blob([text], { type: 'application/json' }), result.notes)
}

function toAskedFile(fileName: string, content: Blob, notes: Result['notes']): PlainFile {
  return { type: 'file', fileName, byteLength: content.size, reason: 'It was asked for.', content, notes }
}
