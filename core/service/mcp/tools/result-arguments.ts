import type { JsonObject } from '../../../contract/values/json.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { AskedResult } from '../answers/compute.ts'
import { checkNames, readObject, requireText } from './read-arguments.ts'

/** The properties that name a result. */
export const resultProperties = {
  specimen: { type: 'string', description: 'The id of a specimen, or the name of a function.' },
  params: { type: 'object', description: 'Its values; defaults for those left out.' },
} as const

/** The schema of arguments that name a result, and nothing more. */
export const resultArguments = {
  type: 'object' as const,
  properties: resultProperties,
  required: ['specimen'],
  additionalProperties: false,
}

/** Returns the result that such arguments name. @throws `request.invalid` */
export function readResultArguments({ roomId }: AskerFacts, given: JsonObject): AskedResult {
  checkNames(given, Object.keys(resultProperties))
  return { id: requireText(given, 'specimen'), params: readObject(given, 'params'), roomId }
}
