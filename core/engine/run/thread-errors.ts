/** Refusals on their way out of a thread, in which an error loses all but its sentence. */
import { errorCodes, type Issue, SpecimenError } from '../../contract/domain/errors.ts'

/** A refusal as data, which a thread throws in its place. */
class ThrownRefusal {
  readonly refusal: Pick<SpecimenError, 'code' | 'message' | 'issues' | 'retryAfterSeconds'>

  constructor({ code, message, issues, retryAfterSeconds }: SpecimenError) {
    this.refusal = { code, message, issues, retryAfterSeconds }
  }
}

/** Returns the entry of a thread whose refusals keep their code, issues and time. */
export function keepRefusals<Task>(
  perform: (task: Task) => Promise<unknown>,
): (task: Task) => Promise<unknown> {
  return async (task) => {
    try {
      return await perform(task)
    } catch (error) {
      throw error instanceof SpecimenError ? new ThrownRefusal(error) : error
    }
  }
}

/** Returns what a thread has thrown: a refusal again as the error that it was. */
export function toThrown(thrown: unknown): unknown {
  if (typeof thrown !== 'object' || thrown === null || !('refusal' in thrown)) return thrown
  const { refusal } = thrown
  if (typeof refusal !== 'object' || refusal === null) return thrown
  const { code, message, issues, retryAfterSeconds }: ThrownParts = refusal
  const known = errorCodes.find((each) => each === code)
  if (known === undefined || message === undefined) return thrown
  return new SpecimenError(known, message, {
    ...(issues && { issues }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  })
}

/** The members of a refusal that comes from an entry of this program. */
interface ThrownParts {
  readonly code?: string
  readonly message?: string
  readonly issues?: readonly Issue[]
  readonly retryAfterSeconds?: number
}
