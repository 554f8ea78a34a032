import type { Issue } from '../../contract/domain/errors.ts'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import { readSteps, toPath, toSentence } from '../../contract/schema/issue-words.ts'
import { toLabel } from '../../contract/text/to-label.ts'

const mostSentences = 3

/**
 * Returns the refusal of parameters for people: by their titles, with the name where a title is another, and
 * without what is not a value of theirs.
 */
export function toPeopleDetail(issues: readonly Issue[], schema: ParameterSchema): string {
  const sentences = issues.slice(0, mostSentences).map((issue) => explain(issue, schema))
  return sentences.join(' ')
}

function explain(issue: Issue, { properties }: ParameterSchema): string {
  const [name = ''] = readSteps(issue.pointer)
  const title = Object.hasOwn(properties, name) ? properties[name]?.title : undefined
  // A program knows the name alone, and people the title alone.
  const label = typeof title === 'string' && title !== toLabel(name) ? `${title} (${name})` : toLabel(name)
  const found = issue.found === 'null' ? 'nothing' : issue.found
  const sentence = toSentence({ ...issue, found })
  const path = toPath(issue.pointer.slice(0, 1 + name.length))
  return name === '' ? sentence : label + sentence.slice(path.length)
}
