/** The identity of a form: that of its result, and the words of the specimen that stand in its bytes. */
import { createHash } from 'node:crypto'
import type { DataForm } from '../../../contract/domain/result/forms.ts'
import type { TracedResult } from '../../../contract/domain/result/result.ts'
import type { StoredResult } from '../../../contract/domain/result/stored-result.ts'
import type { FileWord } from '../../../data/encoding/written-form.ts'
import { writtenForms } from '../../../data/encoding/written-forms.ts'
import { type ResultWords, withFileWords } from '../../../data/encoding/written-words.ts'
import { openTyped } from '../../calls/make-form.ts'

/** The words of a specimen, as its catalog has them. */
export interface FormWords {
  readonly name: string
  readonly axes: string | undefined
  readonly view: string
  /** Where a form holds it. */
  readonly provenance?: string | undefined
}

/** Returns the id of a result in a form. */
export function toFormId(id: string, form: DataForm, { provenance, ...own }: FormWords): string {
  return tagText(toWordedId(id, form, own), provenance)
}

function toWordedId(id: string, form: DataForm, { name, axes, view }: FormWords): string {
  const { words } = writtenForms[form]
  if (words === 'beside') return id
  const texts: { readonly [word in FileWord]: unknown } = { name, axes, view }
  const found = words.map((word: FileWord) => texts[word])
  return tagText(id, found.length > 1 ? JSON.stringify(found) : found.join(''))
}

/** Returns an id that includes a text of the specimen: it is among the bytes and may change with a reload. */
export function tagText(id: string, text: string | undefined): string {
  return text ? `${id}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}` : id
}

/** Returns a result with the words of its specimen that stand in a form. @throws `result.lost` */
export async function openWorded(
  entry: StoredResult,
  form: DataForm,
  words: ResultWords,
): Promise<TracedResult> {
  return withFileWords(await openTyped(entry), form, words)
}
