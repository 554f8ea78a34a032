import { SpecimenError } from '../../../contract/domain/errors.ts'
import { suggestName } from '../../../contract/text/suggest.ts'
import { isJsonObject, type JsonObject } from '../../../contract/values/json.ts'
import type { Snapshot } from '../../../engine/catalog/snapshot.ts'

/** Returns whether a name is that of a parameter, which belongs inside `params` or `kwargs`. */
export type IsParameter = (name: string) => boolean

/** Common other names for the members of the API, besides misspellings. */
const synonyms: { readonly [name: string]: readonly string[] } = {
  params: ['parameters', 'kwargs', 'arguments'],
  kwargs: ['params', 'parameters', 'arguments'],
  function_name: ['function', 'name'],
  room_id: ['room'],
}
/** Ignored names in a query: cache busters and campaign marks. */
const ignoredName = /^(_.*|utm_.*|[tv]|ts|cb|nocache|rand(om)?|cache_?bust(er)?|version)$/i
const nameLength = 32
const hintLimit = 3
/** Names of a query that are checked, so that thousands of them do not block the event loop. */
const nameLimit = 100

/** Returns the test for parameter names of a specimen or function; those of an unknown one are unknown. */
export function createParameterTest({ specimens, targets }: Snapshot, id: string): IsParameter {
  const specimen = specimens.get(id)
  const shown = specimen?.kind === 'dynamic' ? specimen.schema : undefined
  const schema = specimen ? shown : targets.get(id)?.schema
  return (name) => schema !== undefined && Object.hasOwn(schema.properties, name)
}

/** Returns the names that a request may have: `part` is one for a scene alone. */
export function listKnown(
  names: readonly string[],
  { specimens, targets }: Snapshot,
  id: string,
): readonly string[] {
  const specimen = specimens.get(id)
  const type = specimen ? specimen.type : targets.get(id)?.registered.manifest.return_type
  return type === 'scene' ? names : names.filter((name) => name !== 'part')
}

/** Refuses a body with unknown members. @throws `request.invalid` with a suggestion */
export function checkMembers(body: JsonObject, known: readonly string[], isParameter: IsParameter): void {
  const unknown = Object.keys(body).filter((name) => !known.includes(name))
  if (unknown.length === 0) return
  const holder = known.includes('kwargs') ? 'kwargs' : 'params'
  const members = known.length === 0 ? 'send it empty' : `its members are ${known.join(', ')}`
  const hints = unknown.slice(0, hintLimit).map((name) => {
    const shown = show(name)
    if (isParameter(name))
      return `${shown} belongs inside ${holder}: {"${holder}": {${JSON.stringify(shown)}: …}}.`
    const meant = suggest(name, known)
    return meant === undefined
      ? `The body must not have ${shown}; ${members}.`
      : `${shown}: did you mean ${meant}?`
  })
  throw namesError(hints, unknown.length)
}

/** Refuses unknown names of a query. @throws `request.invalid` with a suggestion */
export function checkQuery(query: unknown, known: readonly string[], isParameter?: IsParameter): void {
  const unknown = listNames(query).filter((name) => !known.includes(name))
  const hints = unknown.flatMap((name) => {
    const shown = show(name)
    if (isParameter?.(name)) return [`${shown} belongs inside params: ?params={${JSON.stringify(shown)}:…}.`]
    const meant = suggest(name, known)
    if (meant !== undefined) return [`${shown}: did you mean ${meant}?`]
    if (ignoredName.test(name)) return []
    const more = isParameter ? '; parameters are members of params' : ''
    const names = known.length > 0 ? `its names are ${known.join(', ')}` : 'it has no names'
    return [`The query must not have ${shown}; ${names}${more}.`]
  })
  if (hints.length > 0) throw namesError(hints, hints.length)
}

/** Refuses a query beside a body, as {@link checkQuery} does. @throws `request.invalid` */
export function checkNoQuery(query: unknown, known: readonly string[], isParameter: IsParameter): void {
  const misplaced = listNames(query).filter((name) => {
    const isMeant = known.includes(name) || isParameter(name) || suggest(name, known) !== undefined
    return isMeant || !ignoredName.test(name)
  })
  if (misplaced.length === 0) return
  const hints = misplaced
    .slice(0, hintLimit)
    .map((name) => `${show(name)} must be in the JSON body (got it in the query).`)
  throw namesError(hints, misplaced.length)
}

function listNames(query: unknown): readonly string[] {
  const names = isJsonObject(query) ? Object.keys(query) : []
  return names.length > nameLimit ? names.slice(0, nameLimit) : names
}

/** Returns the known name that is meant: by another spelling, a synonym or a few wrong letters. */
function suggest(name: string, known: readonly string[]): string | undefined {
  if (name.length > nameLength) return undefined
  const plain = toPlain(name)
  const called = (candidate: string): boolean =>
    [candidate, ...(synonyms[candidate] ?? [])].some((word) => toPlain(word) === plain)
  return known.find(called) ?? suggestName(name, known) ?? undefined
}

/** Removes case, hyphens, underscores, a plural, and the forms `params[size]` and `params.size`. */
function toPlain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[[.].*$/s, '')
    .replace(/[-_\s]/g, '')
    .replace(/s$/, '')
}

function show(name: string): string {
  return name.length <= nameLength ? name : `${name.slice(0, nameLength)}…`
}

function namesError(hints: readonly string[], count: number): SpecimenError {
  const rest = count - hintLimit
  const more = rest > 0 ? [`${rest === 1 ? '1 more name is' : `${rest} more names are`} wrong.`] : []
  return new SpecimenError('request.invalid', [...hints.slice(0, hintLimit), ...more].join(' '))
}
