import type { Issue } from '../../contract/domain/errors.ts'
import type { ParameterSchema, Params } from '../../contract/domain/schema.ts'
import { missing } from '../../contract/schema/issue-words.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import { suggestName } from '../../contract/text/suggest.ts'
import type { Json } from '../../contract/values/json.ts'
import type { Row } from './panel-model.ts'
import { findNearest } from './rows/row-values.ts'
import { toLastStep } from './values.ts'

/** Returns whether a required value is missing. */
export function isMissing({ allowed }: Issue): boolean {
  return allowed === missing
}

/** Returns a sentence about an issue of a row or of a part of it; `row` is null for the whole panel. */
export function explainIssue({ pointer, allowed }: Issue, row: Row | null): string {
  const subject = row?.pointer === pointer ? 'This' : `“${toLastStep(pointer) || 'All together'}”`
  const range = row?.pointer === pointer ? describeRange(row, allowed) : null
  if (range !== null) return `This must be ${range}.`
  return `${subject} ${allowed === missing ? 'needs a value' : allowed}.`
}

/** Returns both bounds at once, where one of them is broken. */
function describeRange({ field }: Row, allowed: string): string | null {
  const isRange = field.kind === 'slider' && /^must be at (?:least|most) /.test(allowed)
  return isRange
    ? `a ${field.isInteger ? 'whole ' : ''}number from ${field.minimum} to ${field.maximum}`
    : null
}

/** Returns sentences by the pointer of the row nearest to each issue; '' is the whole panel. */
export function listProblems(
  rows: readonly Row[],
  issues: readonly Issue[],
  params: Json,
): ReadonlyMap<string, readonly string[]> {
  const problems = new Map<string, readonly string[]>()
  for (const issue of issues) {
    const row = findNearest(rows, params, issue.pointer)
    const pointer = row?.pointer ?? ''
    problems.set(pointer, [...new Set([...(problems.get(pointer) ?? []), explainIssue(issue, row)])])
  }
  return problems
}

const mostNames = 3
const nameLength = 40

/**
 * Returns a sentence for the names in a link that a specimen does not have; null when it has them all. Static
 * specimens have no schema.
 */
export function explainUnknown(schema: ParameterSchema | null, params: Params): string | null {
  const known = Object.keys(schema?.properties ?? {})
  const unknown = Object.keys(params).filter((name) => !known.includes(name))
  const [first] = unknown
  if (first === undefined) return null
  const names = unknown.slice(0, mostNames).map((name) => `“${cutText(name, nameLength)}”`)
  const others = unknown.length > mostNames ? ` and ${unknown.length - mostNames} more` : ''
  const meant = unknown.length === 1 && first.length <= nameLength ? suggestName(first, known) : null
  const hint = meant === null ? '' : ` Did you mean “${meant}”?`
  return `The link sets ${names.join(', ')}${others}, which this specimen does not have.${hint}`
}
