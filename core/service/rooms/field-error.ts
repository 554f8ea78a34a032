import { SpecimenError } from '../../contract/domain/errors.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import { describe } from '../../contract/text/describe.ts'
import type { Json } from '../../contract/values/json.ts'

/** Returns the refusal of a field's value. */
export function fieldError(name: string, found: Json, wanted: string): SpecimenError {
  return new SpecimenError(
    'request.invalid',
    `${name} must be ${wanted} (got ${cutText(describe(found), 100)}).`,
  )
}
