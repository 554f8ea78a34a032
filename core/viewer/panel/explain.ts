import type { Issue } from '../../domain/errors.ts'
import type { Json } from '../../domain/json.ts'
import type { Row } from './panel-model.ts'
import { findNearest } from './rows/row-values.ts'

/** What hosts say is allowed, as the end of a sentence that begins with what it is about. */
const wordings: readonly (readonly [RegExp, string])[] = [
  [/^must be >= (.*)$/, 'must be at least $1'],
  [/^must be <= (.*)$/, 'must be at most $1'],
  [/^must be > (.*)$/, 'must be above $1'],
  [/^must be < (.*)$/, 'must be below $1'],
  [/^must be integer$/, 'must be a whole number'],
  [/^must be (number|boolean|string)$/, 'must be a $1'],
  [/^must be (object|array)$/, 'must be an $1'],
  [/^must NOT have fewer than 1 characters$/, 'must not be empty'],
  [/^must NOT have fewer than (.*)$/, 'must have at least $1'],
  [/^must NOT have more than (.*)$/, 'must have at most $1'],
  [/^must match pattern "(.*)"$/, 'must match the pattern $1'],
  [/^must have required property .*$/, 'needs a value'],
  [/^(?!must )(.*)$/, 'must be $1'],
]

/** Returns a sentence for what is wrong with the value of a row, or with a part of it; null for the whole. */
export function explainIssue({ pointer, allowed }: Issue, row: Row | null): string {
  const subject = row?.pointer === pointer ? 'This' : `“${toName(pointer)}”`
  const range = row?.pointer === pointer ? describeRange(row, allowed) : null
  if (range !== null) return `This must be ${range}.`
  const [pattern, wording] = wordings.find(([known]) => known.test(allowed)) ?? []
  return `${subject} ${pattern && wording ? allowed.replace(pattern, wording) : allowed}.`
}

/** Both bounds at once, where one of them is broken. */
function describeRange({ field }: Row, allowed: string): string | null {
  const isRange = field.kind === 'slider' && /^must be [<>]= /.test(allowed)
  return isRange
    ? `a ${field.isInteger ? 'whole ' : ''}number from ${field.minimum} to ${field.maximum}`
    : null
}

function toName(pointer: string): string {
  const name = pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~')
  return name === '' ? 'All together' : name
}

/** Returns sentences by the pointer of the row nearest to what they are about; '' is the whole panel. */
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
