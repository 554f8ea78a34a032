import type { DataForm } from '../../contract/domain/result/forms.ts'
import type { Result, TracedResult } from '../../contract/domain/result/result.ts'
import type { FileWords } from './file-words.ts'
import { pickParts } from './scene-parts.ts'
import { withAxes } from './with-axes.ts'
import { holdsProvenance, writtenForms } from './written-forms.ts'

/** The words of a file that its result carries. */
export type ResultWords = Pick<FileWords, 'axes' | 'provenance'>

/**
 * Returns a result with unit and directions of its specimen, but for a form that is read beside these, and
 * with its provenance for one that holds it. @throws `form.unavailable` for a scene whose parts it holds not
 */
export function withFileWords(
  result: Result,
  form: DataForm,
  { axes, provenance }: ResultWords,
): TracedResult {
  if (result.type === 'scene') pickParts(result, form)
  const worded = writtenForms[form].words === 'beside' ? result : withAxes(result, axes)
  return provenance !== undefined && holdsProvenance(form) ? { ...worded, provenance } : worded
}
