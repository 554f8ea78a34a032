/** The two refusals of whoever wants to be let in. A limit on failed logins counts them apart. */
import { SpecimenError } from '../domain/errors.ts'

/** The refusal of a request that shows no token. */
export function tokenMissingError(): SpecimenError {
  return new SpecimenError(
    'token.missing',
    'This host asks for a token; send the header Authorization: Bearer <token>.',
  )
}

/** The refusal of a token. Nothing of the token is in it. */
export function tokenRefusedError(problem: string, cause?: unknown): SpecimenError {
  return new SpecimenError('token.refused', `${problem}; ask whoever runs this host for another.`, { cause })
}
