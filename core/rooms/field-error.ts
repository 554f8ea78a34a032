import { cutText } from '../domain/cut-text.ts'
import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'

/** Returns the refusal of a field's value. */
export function fieldError(name: string, found: Json, wanted: string): SpecimenError {
  return new SpecimenError(
    'request.invalid',
    `${name} must be ${wanted} (got ${cutText(describe(found), 100)}).`,
  )
}
