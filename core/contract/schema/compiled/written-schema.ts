import { mergeDefaults, type ParameterSchema, type Params } from '../../domain/schema.ts'
import { toThrownText } from '../../text/thrown-text.ts'
import { parseJson } from '../../values/json.ts'
import { parseSchema, refuseSchema } from '../check-schema.ts'
import { toSentence } from '../issue-words.ts'
import { Validator } from './validator.ts'

/** Steps of the check of a schema's own defaults; ordinary ones take some hundred. */
const leastSteps = 50_000
const stepsPerCharacter = 16

/**
 * Returns a schema that is written by hand, which takes its own defaults and previews: a call without
 * parameters and a drag send those. It is compiled for that, so manifests and announcements are not: the
 * build has checked them, and a wrong default of others is refused when it is used.
 * @throws `schema.invalid`; `what` names the schema
 */
export function parseWrittenSchema(value: unknown, what: string): ParameterSchema {
  const schema = parseSchema(value, what)
  const validator = new Validator(leastSteps + stepsPerCharacter * JSON.stringify(schema).length)
  const names = Object.keys(schema.properties)
  const defaults = mergeDefaults(schema, {})
  // Together they must fit if no parameter has to be given.
  const isPartial = !names.every((name) => Object.hasOwn(defaults, name))
  const previews: Params = Object.fromEntries(
    Object.entries(schema.properties).flatMap(([name, { preview }]) =>
      preview === undefined ? [] : [[name, preview]],
    ),
  )
  const [issue] = validator.findIssues(schema, defaults, { isPartial }).issues
  if (issue) throw refuseSchema(what, `must take its own defaults: ${toSentence(issue)}`)
  const [other] = validator.findIssues(schema, previews, { isPartial: true }).issues
  if (other) throw refuseSchema(what, `must take its own previews: ${toSentence(other)}`)
  return schema
}

/** Returns a copy of a schema given in code, so that nobody can change it later. @throws `schema.invalid` */
export function copySchema(value: unknown, what: string): ParameterSchema {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (cause) {
    const found = toThrownText(cause).split('\n')[0]
    throw refuseSchema(what, `must be JSON (got ${found})`)
  }
  return parseWrittenSchema(text === undefined ? undefined : parseJson(text, what), what)
}
