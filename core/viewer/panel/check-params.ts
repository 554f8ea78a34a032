import type { Issue } from '../../domain/errors.ts'
import type { ParameterSchema, Params } from '../../domain/schema.ts'
import { Validator } from '../../schema/validator.ts'

/** Most steps of a check in the page: well above what a host allows for the same value. */
export const checkSteps = 20_000_000

/** Returns what a host would refuse about complete parameters; nothing for those it takes. */
export function checkParams(schema: ParameterSchema, params: Params): readonly Issue[] {
  return new Validator(checkSteps).findIssues(schema, params).issues
}
