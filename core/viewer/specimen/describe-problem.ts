import { ProblemError } from '../../client/client.ts'
import { describe } from '../../domain/describe.ts'
import { toThrownText } from '../../domain/thrown-text.ts'

/** Returns the error of a specimen's request in words: the host's text for an unknown id names an address. */
export function describeProblem(error: unknown, id: string): string {
  if (error instanceof ProblemError && error.code === 'specimen.unknown') {
    const found = `There is no specimen ${describe(id)} here.`
    return `${found} It may have another name now, or be gone: look for it among all specimens.`
  }
  return toThrownText(error)
}
