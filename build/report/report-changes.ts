/** Turns differences from published schemas into problems of the functions that have them. */
import { relative } from 'node:path'
import type { SchemaChange } from '../compare/compare-schemas.ts'
import { type FoundVersion, isMajorStep } from '../compare/version.ts'
import { type Diagnostic, toError, toWarning } from '../model/diagnostics.ts'
import type { Span } from '../model/signature.ts'

/** The published version and the current one. */
interface Versions {
  readonly published: string | null
  readonly current: FoundVersion | null
}

/** Returns breaking and undecided differences as errors, or as warnings where the version allows them. */
export function reportChanges(
  changes: readonly SchemaChange[],
  versions: Versions,
  against: string,
  places: ReadonlyMap<string, Span>,
): Diagnostic[] {
  const announced =
    versions.published !== null &&
    versions.current !== null &&
    isMajorStep(versions.published, versions.current.version)
  const report = announced ? toWarning : toError
  return changes.flatMap(({ functionName, at, text, effect }) => {
    if (effect === 'compatible') return []
    const code = effect === 'breaking' ? 'schema.breaking' : 'schema.undecided'
    const path = at === '' ? functionName : `${functionName}(${at})`
    const found = `${at === '' ? text : `${at} ${text}`}, compared with ${against}.`
    const span = findPlace(places, functionName, at)
    return [report(code, { span, path, found, remedy: toRemedy(effect, versions, announced) })]
  })
}

function findPlace(places: ReadonlyMap<string, Span>, functionName: string, at: string): Span | null {
  const [parameter = ''] = at.split(/[.[]/)
  return places.get(`${functionName}(${parameter})`) ?? places.get(functionName) ?? null
}

function toRemedy(
  effect: 'breaking' | 'undecided',
  { published, current }: Versions,
  announced: boolean,
): string {
  if (announced && current) return `The version ${current.version} announces it (published: ${published}).`
  const doubt = effect === 'undecided' ? 'It cannot be shown that clients go on working. ' : ''
  const otherwise = 'Keep what was published, or give the function another name'
  if (!current)
    return (
      `${doubt}${otherwise}; a breaking change needs a package.json with a version above the plugins, ` +
      'raised to a new major.'
    )
  const file = toShortPath(current.file)
  const step = current.version.startsWith('0.') ? 'a new minor' : 'a new major'
  const now =
    published === current.version
      ? `still ${published}, as published`
      : `${current.version}, published: ${published}`
  if (published !== null)
    return `${doubt}${otherwise}, or raise the version in ${file} to ${step} (it is ${now}).`
  return (
    `${doubt}${otherwise}. To announce a new major version, raise it in ${file} and compare with ` +
    'the published package or its Git tag, where the earlier version can be read.'
  )
}

function toShortPath(path: string): string {
  const steps = relative(process.cwd(), path)
  return steps.startsWith('..') ? path : steps
}
