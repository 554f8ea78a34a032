import type { JsonObject } from '../values/json.ts'
import type { CheckedSchema } from './checked-schema.ts'
import { IssueList } from './issue-list.ts'
import { readSteps, type ValueRefusal } from './issue-words.ts'
import { type PlaceFault, settlePlaces } from './place-values.ts'

/** A check whose issues are listed. */
export interface IssueSource {
  readonly root: CheckedSchema
  readonly params: JsonObject
  /** Some parameters are missing on purpose: nothing is asked of all together. */
  readonly isPartial?: boolean
  /** Returns the first refusal of parameters; undefined for none. */
  readonly check: (params: JsonObject) => ValueRefusal | undefined
  readonly issues?: IssueList
}

/** Adds what fits the schema and is no place: a vector without a length, a box whose corners are changed. */
function addPlaceFaults(root: CheckedSchema, params: JsonObject, issues: IssueList): void {
  const faults: PlaceFault[] = []
  settlePlaces(root, params, faults)
  for (const { pointer, found, allowed } of faults) issues.add(pointer, found, allowed)
}

/**
 * Returns what is wrong with parameters, one issue for each. A check stops at the first that does not fit, so
 * the others are checked again without it. All together are looked at when each fits.
 */
export function listIssues({
  root,
  params,
  isPartial,
  check,
  issues = new IssueList(),
}: IssueSource): IssueList {
  const required = isPartial ? [] : (root.required ?? [])
  const missing = required.filter((name) => !Object.hasOwn(params, name))
  let rest = params
  while (!issues.isFull) {
    const refusal = check(rest)
    if (!refusal) break
    const [name] = readSteps(refusal.instancePath)
    if (name === undefined || !Object.hasOwn(rest, name)) {
      if (!isPartial && missing.length === 0 && rest === params) issues.refuse(refusal)
      break
    }
    issues.refuse(refusal)
    rest = Object.fromEntries(Object.entries(rest).filter(([other]) => other !== name))
  }
  if (rest === params) addPlaceFaults(root, params, issues)
  for (const missingProperty of missing) {
    const found = { instancePath: '', data: params, parentSchema: root, params: { missingProperty } }
    issues.refuse({ keyword: 'required', ...found })
  }
  return issues
}
