import { SpecimenError } from '../../contract/domain/errors.ts'
import type { PartType, Result, ResultType } from '../../contract/domain/result/result.ts'
import { type NamedParts, namesParts, toReturned } from '../../contract/domain/result/returned.ts'
import { openWhole, type StoredResult } from '../../contract/domain/result/stored-result.ts'
import { findPartType, takePart, unknownPart } from '../../contract/domain/result/take-part.ts'
import type { StaticSpecimen } from '../../contract/domain/specimen.ts'
import { readView } from '../../contract/look/view-text.ts'
import { suggestName } from '../../contract/text/suggest.ts'
import type { FoundEntry } from '../../engine/catalog/catalog-view.ts'

/**
 * Returns the kind of a result that is to be drawn, or of a part of it; undefined for a part of files which
 * only decoding shows. @throws `part.unknown`
 */
export function findDrawnType(entry: FoundEntry, part: string | undefined): ResultType | undefined {
  if (entry.kind === 'static') return findFileType(entry.specimen, part)
  const { manifest } = entry.target.registered
  return part === undefined ? manifest.return_type : findPartType(toReturned(manifest), part)
}

/** Returns the kind of what files hold, or of a part of it. @throws `part.unknown` */
export function findFileType(
  { type, scene }: StaticSpecimen,
  part: string | undefined,
): ResultType | undefined {
  if (part === undefined) return type
  if (type !== 'scene') throw unknownPart(part, [])
  return scene?.returns && findPartType(scene.returns, part)
}

/**
 * Returns the names that the parts of a scene may have; undefined where only its run or decoding shows them.
 */
export function listPartNames(entry: FoundEntry): readonly string[] | undefined {
  const parts = findNamedParts(entry)
  return parts && Object.keys(parts)
}

/** Returns the kinds of these parts. */
export function listPartTypes(entry: FoundEntry): readonly PartType[] | undefined {
  const parts = findNamedParts(entry)
  return parts && Object.values(parts)
}

function findNamedParts(entry: FoundEntry): NamedParts['parts'] | undefined {
  const returned =
    entry.kind === 'static' ? entry.specimen.scene?.returns : toReturned(entry.target.registered.manifest)
  return returned?.type === 'scene' && namesParts(returned) ? returned.parts : undefined
}

/** Refuses settings of parts that a scene does not have. @throws `request.invalid` with the near name */
export function requireViewParts(view: string, known: readonly string[]): void {
  const unknown = readView(view).parts?.find(({ name }) => !known.includes(name))
  if (unknown === undefined) return
  const near = suggestName(unknown.name, known)
  const remedy = near === null ? `there are ${known.join(', ')}` : `did you mean ${near}?`
  const detail = `The scene has no part ${JSON.stringify(unknown.name)}; ${remedy}`
  throw new SpecimenError('request.invalid', near === null ? `${detail}.` : detail)
}

/** Opens a result, or a part of it, to be drawn. @throws `result.lost`, `part.unknown` */
export async function openDrawn(entry: StoredResult, part: string | undefined): Promise<Result> {
  const { result } = await openWhole(entry)
  return part === undefined ? result : takePart(result, part)
}
