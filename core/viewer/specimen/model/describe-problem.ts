import { ProblemError } from '../../../client/problem-error.ts'
import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import { describe } from '../../../contract/text/describe.ts'
import { toThrownText } from '../../../contract/text/thrown-text.ts'
import type { RunStage } from '../../drive/run-state.ts'
import { explainIssue, explainUnknown } from '../../panel/explain.ts'

/** Returns the error of a specimen's request in words: the host's text for an unknown id names an address. */
export function describeProblem(error: unknown, id: string): string {
  if (error instanceof ProblemError && error.code === 'specimen.unknown') {
    const found = `There is no specimen ${describe(id)} here.`
    return `${found} It may have another name now, or be gone: look for it among all specimens.`
  }
  return toThrownText(error)
}

/** Returns why parameters do not fit a function, as sentences; null where they do, or are not used yet. */
export function explainMisfit(schema: ParameterSchema, params: Params, run: RunStage): string | null {
  if (run.stage !== 'waiting') return explainUnknown(schema, params)
  return run.issues.map((issue) => explainIssue(issue, null)).join(' ')
}
