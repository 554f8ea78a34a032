import type { Result, ResultType } from '../../contract/domain/result/result.ts'
import { toReturned } from '../../contract/domain/result/returned.ts'
import { openWhole, type StoredResult } from '../../contract/domain/result/stored-result.ts'
import { findPartType, takePart } from '../../contract/domain/result/take-part.ts'
import type { FoundEntry } from '../../engine/catalog/catalog-view.ts'

/** Returns the kind of a result that is to be drawn, or of a part of it. @throws `part.unknown` */
export function findDrawnType(entry: FoundEntry, part: string | undefined): ResultType {
  const manifest = entry.kind === 'dynamic' ? entry.target.registered.manifest : null
  if (part !== undefined) return findPartType(manifest && toReturned(manifest), part)
  return entry.kind === 'static' ? entry.specimen.type : entry.target.registered.manifest.return_type
}

/** Opens a result, or a part of it, to be drawn. @throws `result.lost`, `part.unknown` */
export async function openDrawn(entry: StoredResult, part: string | undefined): Promise<Result> {
  const { result } = await openWhole(entry)
  return part === undefined ? result : takePart(result, part)
}
