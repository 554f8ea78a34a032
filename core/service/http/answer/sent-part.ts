import type { ResultType } from '../../../contract/domain/result/result.ts'
import { namesParts, type Returned } from '../../../contract/domain/result/returned.ts'
import { findPartType } from '../../../contract/domain/result/take-part.ts'

/** What of a result is sent. */
export interface SentPart {
  /** The part of a scene; undefined for all of a result. */
  readonly part: string | undefined
  readonly type: ResultType
}

/**
 * Returns the part of a result that is sent: the one that was asked for, and to a deployed client,
 * which knows no scenes, the first mesh or volume of one. @throws `part.unknown`
 */
export function findSentPart(
  returned: Returned,
  { asked, isLegacy }: { readonly asked: string | undefined; readonly isLegacy: boolean },
): SentPart {
  const part = asked ?? (isLegacy ? findDrawable(returned) : undefined)
  return { part, type: part === undefined ? returned.type : findPartType(returned, part) }
}

/** Returns the part for a deployed client: the first mesh or volume; undefined for all of a result. */
export function findDrawable(returned: Returned): string | undefined {
  if (returned.type !== 'scene' || !namesParts(returned)) return undefined
  return Object.entries(returned.parts).find(([, kind]) => kind === 'mesh' || kind === 'volume')?.[0]
}
