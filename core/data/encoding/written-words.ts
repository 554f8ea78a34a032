import type { DataForm } from '../../contract/domain/result/forms.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { withAxes } from './with-axes.ts'
import { writtenForms } from './written-forms.ts'

/** Returns a result with unit and directions of its specimen, but for a form that is read beside these. */
export function withFileWords(result: Result, form: DataForm, axes: string | undefined): Result {
  return writtenForms[form].words === 'beside' ? result : withAxes(result, axes)
}
