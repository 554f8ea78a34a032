/** An error of one folder or source, as the reload answer lists it. */
import { toSpecimenError } from './errors.ts'

/** Something found on disk that could not be used. */
export interface SourceError {
  readonly source: string
  readonly code: string
  readonly detail: string
  /** For the log only. */
  readonly cause?: unknown
}

/** Returns an error of one source in the form of the reload answer. */
export function toSourceError(source: string, error: unknown): SourceError {
  const { code, message, cause } = toSpecimenError(error)
  return { source, code, detail: message, ...(cause !== undefined && { cause }) }
}
