/** The two refusals of authentication. Only wrong tokens count as failed logins. */
import { SpecimenError } from '../domain/errors.ts'

/** Returns the refusal of a request without a token. */
export function tokenMissingError(): SpecimenError {
  return new SpecimenError(
    'token.missing',
    'This host asks for a token; send the header Authorization: Bearer <token>.',
  )
}

/** Returns the refusal of a token, without any part of the token. */
export function tokenRefusedError(problem: string, cause?: unknown): SpecimenError {
  return new SpecimenError('token.refused', `${problem}; ask whoever runs this host for another.`, { cause })
}
