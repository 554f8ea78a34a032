import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import { suggestId } from '../../../contract/text/suggest.ts'

/** Names that are compared to find the one that was meant, and characters of one. */
const mostNear = 1000
const nearLength = 100

/** Returns the refusal of a tool that is not there, with the name that is meant. */
export function unknownToolError(name: string, known: readonly string[]): SpecimenError {
  const near = name.length > nearLength ? null : suggestId(name, known.slice(0, mostNear))
  const remedy = near === null ? 'tools/list lists them.' : `did you mean ${near}?`
  return new SpecimenError('function.unknown', `There is no tool ${describe(name)}; ${remedy}`)
}
