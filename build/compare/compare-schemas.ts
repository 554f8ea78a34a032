/**
 * Compares published functions with those of the sources, from the side of a client: arguments sent by name
 * or by position must still be accepted with the same meaning. Breaking changes are kept apart from harmless
 * ones.
 */

import type { FunctionManifest } from '../../core/contract/domain/manifest.ts'
import type { Need } from '../../core/contract/domain/needs.ts'
import { isJsonObject, type Json, type JsonObject, toCanonicalJson } from '../../core/contract/values/json.ts'
import { compareResults, compareUnits, type PublishedSpecimen } from './compare-meanings.ts'
import { compareParts } from './compare-parts.ts'
import { findNarrowings } from './compare-types.ts'

/** A difference between a published function and the one in the sources. */
export interface SchemaChange {
  readonly functionName: string
  /** A path in the parameters: `size`, `options.items[].size`; empty for the function itself. */
  readonly at: string
  readonly text: string
  /** `undecided`: neither shown to break a client nor shown not to. */
  readonly effect: 'breaking' | 'undecided' | 'compatible'
}

/** The text for a published function that no longer exists. */
export const goneText = 'The function is gone'

/** The client's view of a host. */
export interface PublishedApi {
  readonly functions: readonly FunctionManifest[]
  readonly specimens: readonly PublishedSpecimen[]
  readonly bundles: readonly PublishedBundle[]
}

/** A bundle with the permissions that it needs from operators. */
interface PublishedBundle {
  readonly name: string
  readonly functions: readonly string[]
  readonly needs: readonly Need[]
}

/** Returns all differences that clients may notice, in the published order, then additions. */
export function compareApis(published: PublishedApi, current: PublishedApi): SchemaChange[] {
  const now = new Map(current.functions.map((declared) => [declared.name, declared]))
  const known = new Set(published.functions.map(({ name }) => name))
  const changes = published.functions.flatMap((old) => {
    const next = now.get(old.name)
    return next ? compareFunctions(old, next) : [toChange(old.name, '', goneText, 'breaking')]
  })
  const shown = new Map(current.specimens.map((specimen) => [specimen.id, specimen]))
  const added = current.functions.filter(({ name }) => !known.has(name))
  return [
    ...changes,
    ...published.specimens.flatMap((old) =>
      now.has(old.id) ? compareSpecimens(old, shown.get(old.id)) : [],
    ),
    ...added.map(({ name }) => toChange(name, '', 'The function is new', 'compatible')),
    ...current.bundles.flatMap((bundle) => compareNeeds(bundle, published.bundles)),
  ]
}

function compareSpecimens(old: PublishedSpecimen, next: PublishedSpecimen | undefined): SchemaChange[] {
  if (!next) return [toChange(old.id, '', 'The specimen is gone from the catalog', 'breaking')]
  return compareResults(old, next).map((change) => ({ functionName: old.id, ...change }))
}

/** Compares needs; operators must allow a new one. It is named at the first function of the bundle. */
function compareNeeds(bundle: PublishedBundle, published: readonly PublishedBundle[]): SchemaChange[] {
  const { name, functions, needs } = bundle
  const known = published.find((old) => old.name === name)?.needs ?? []
  const added = needs.filter((need) => !known.includes(need))
  if (added.length === 0) return []
  const allow = added.map((need) => `${name}:${need}`).join(' ')
  const text = `The bundle ${name} needs ${added.join(', ')} now: operators are to --allow '${allow}'`
  return [toChange(functions[0] ?? name, '', text, 'compatible')]
}

function compareFunctions(old: FunctionManifest, next: FunctionManifest): SchemaChange[] {
  const { name } = old
  const changes: SchemaChange[] = []
  if (old.return_type !== next.return_type) {
    changes.push(
      toChange(name, '', `It returns ${next.return_type}, returned ${old.return_type}`, 'breaking'),
    )
  }
  changes.push(...compareParts(old, next).map((change) => ({ functionName: name, ...change })))
  const narrowings = findNarrowings(old.schema, next.schema)
  for (const { at, text, decided } of narrowings)
    changes.push(toChange(name, at, text, decided ? 'breaking' : 'undecided'))
  changes.push(...comparePositions(old, next))
  changes.push(
    ...compareDefaults(name, old.schema, next.schema, '').filter(
      ({ at }) => !narrowings.some((found) => found.at === at && isEnd(found.text)),
    ),
  )
  changes.push(...compareUnits(old.schema, next.schema).map((change) => ({ functionName: name, ...change })))
  const widenings = findNarrowings(next.schema, old.schema).filter(
    ({ at }) => !changes.some((change) => change.at === at),
  )
  return [
    ...changes,
    ...[...new Set(widenings.map(({ at }) => at))].map((at) =>
      toChange(name, at, describeWider(at, old), 'compatible'),
    ),
  ]
}

/** Recognises texts that already explain a missing default. */
function isEnd(text: string): boolean {
  return text === 'is gone' || text === 'is required now'
}

function describeWider(at: string, old: FunctionManifest): string {
  const isNew =
    at !== '' && !at.includes('.') && !at.includes('[') && !Object.hasOwn(old.schema.properties, at)
  return isNew ? 'is new, and may be left out' : 'takes more than it did'
}

/** Compares positions: arguments are bound by position as well, the reporter left out. */
function comparePositions(old: FunctionManifest, next: FunctionManifest): SchemaChange[] {
  const [was, is] = [old, next].map(({ parameters, progress }) =>
    parameters.filter((name) => name !== progress),
  )
  if (!was || !is || was.every((name, i) => is[i] === name || !is.includes(name))) return []
  return [
    toChange(
      old.name,
      '',
      `The parameters are (${is.join(', ')}), were (${was.join(', ')}): calls by position mean others`,
      'breaking',
    ),
  ]
}

function compareDefaults(
  functionName: string,
  old: JsonObject,
  next: JsonObject,
  at: string,
): SchemaChange[] {
  const [was, is] = [old.properties, next.properties]
  if (!isJsonObject(was) || !isJsonObject(is)) return []
  return Object.keys(was).flatMap((name) => {
    const [before, after] = [was[name], is[name]]
    if (!isJsonObject(before) || !Object.hasOwn(is, name) || !isJsonObject(after)) return []
    const place = at === '' ? name : `${at}.${name}`
    const inner = compareDefaults(functionName, before, after, place)
    if (isSame(before.default, after.default)) return inner
    const text = `has the default ${show(after.default)}, had ${show(before.default)}`
    const required = Array.isArray(old.required) && old.required.some((required: Json) => required === name)
    const effect = before.default !== undefined ? 'breaking' : required ? 'compatible' : 'undecided'
    return [toChange(functionName, place, text, effect), ...inner]
  })
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : toCanonicalJson(a) === toCanonicalJson(b)
}

function show(value: Json | undefined): string {
  return value === undefined ? 'none' : JSON.stringify(value)
}

function toChange(
  functionName: string,
  at: string,
  text: string,
  effect: SchemaChange['effect'],
): SchemaChange {
  return { functionName, at, text, effect }
}
