/** Kinds and refusals of references to data. */
import type { DataPlace, DataRef } from '../../contract/domain/data-ref.ts'
import { withPlace } from '../../contract/domain/door-error.ts'
import { type ErrorCode, SpecimenError } from '../../contract/domain/errors.ts'
import { describeReturned, type Returned, toReturned } from '../../contract/domain/result/returned.ts'
import { findPartType } from '../../contract/domain/result/take-part.ts'
import { pointInto, toPath, toSentence } from '../../contract/schema/issue-words.ts'
import type { FoundEntry } from './catalog-view.ts'

/** Returns the part of a scene that a reference takes; undefined for a whole result, as of a file. */
export function findPart(ref: DataRef): string | undefined {
  return 'file' in ref ? undefined : ref.part
}

/**
 * Returns the kind that a reference to a specimen or function gives; undefined for a part of files whose
 * kinds decoding alone tells. @throws `params.invalid`, `part.unknown`
 */
export function findReferredKind(place: DataPlace, id: string, entry: FoundEntry): string | undefined {
  const returned = toReturnedOf(entry)
  const part = findPart(place.ref)
  if (!returned && part !== undefined) return undefined
  if (!returned)
    throw refuseReference({ ...place, ref: { specimen: id } }, `with the name of a part: ${id} is a scene`)
  if (returned.type !== 'scene' && part === undefined) return returned.type
  if (returned.type === 'scene' && part !== undefined) return findPartType(returned, part)
  const wanted = part === undefined ? 'with the name of a part' : 'without part'
  throw refuseReference(
    { ...place, ref: { specimen: id } },
    `${wanted}: ${id} gives ${describeReturned(returned)}`,
  )
}

function toReturnedOf(entry: FoundEntry): Returned | null {
  if (entry.kind === 'dynamic') return toReturned(entry.target.registered.manifest)
  const { type, scene } = entry.specimen
  return type === 'scene' ? (scene?.returns ?? null) : { type }
}

/** Returns the refusal of a reference: `wanted` goes on behind "must be". */
export function refuseReference({ steps, ref }: DataPlace, wanted: string): SpecimenError {
  const pointer = steps.reduce((at, step) => pointInto(at, step), '')
  const issue = { pointer, found: JSON.stringify(ref).slice(0, 120), allowed: `must be ${wanted}` }
  return new SpecimenError('params.invalid', toSentence(issue), { issues: [issue] })
}

/** The refusals of what is not there. */
const absences: readonly ErrorCode[] = ['specimen.unknown', 'file.missing', 'part.unknown']

/** Answers, or refuses what is not there by the way to its reference: `mesh.inputs.volume`. */
export function atPlace<Answer>(path: readonly (readonly string[])[], answer: () => Answer): Answer {
  try {
    return answer()
  } catch (error) {
    if (!(error instanceof SpecimenError && absences.includes(error.code))) throw error
    const steps = path.flatMap((each, i) => (i === 0 ? each : ['inputs', ...each]))
    throw withPlace(error, toPath(steps.reduce((at, step) => pointInto(at, step), '')))
  }
}

/** Returns a refusal of inner parameters with the way to them. */
export function moveIssues(error: SpecimenError, { steps }: DataPlace): SpecimenError {
  const start = [...steps, 'inputs'].reduce((at, step) => pointInto(at, step), '')
  const issues = error.issues.map((issue) => ({ ...issue, pointer: `${start}${issue.pointer}` }))
  return new SpecimenError('params.invalid', issues.map(toSentence).join(' '), { issues })
}
