import type { Result, ResultType } from '../../contract/domain/result/result.ts'
import { toReturned } from '../../contract/domain/result/returned.ts'
import { openWhole, type StoredResult } from '../../contract/domain/result/stored-result.ts'
import { findPartType, takePart, unknownPart } from '../../contract/domain/result/take-part.ts'
import type { StaticSpecimen } from '../../contract/domain/specimen.ts'
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

/** Opens a result, or a part of it, to be drawn. @throws `result.lost`, `part.unknown` */
export async function openDrawn(entry: StoredResult, part: string | undefined): Promise<Result> {
  const { result } = await openWhole(entry)
  return part === undefined ? result : takePart(result, part)
}
