import { SpecimenError } from '../../contract/domain/errors.ts'

/** Returns the refusal of a metadata file. */
export function invalidError(detail: string): SpecimenError {
  return new SpecimenError('metadata.invalid', detail)
}

/** Returns an error whose sentence begins with its subject. */
export function prefixed(subject: string, error: unknown): unknown {
  if (!(error instanceof SpecimenError)) return error
  return new SpecimenError(error.code, `${subject}: ${error.message}`, { cause: error.cause })
}
