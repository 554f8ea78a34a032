import type { FunctionManifest } from '../../../contract/domain/manifest.ts'
import type { ResultType } from '../../../contract/domain/result/result.ts'
import { namesParts, type Returned, toReturned } from '../../../contract/domain/result/returned.ts'
import { findPartType, unknownPart } from '../../../contract/domain/result/take-part.ts'

/** What of a result is sent. */
export interface SentPart {
  /** The part of a scene; undefined for all of a result. */
  readonly part: string | undefined
  readonly type: ResultType
}

/**
 * Returns the part of a function's result that is sent: the one that was asked for, and to a deployed client,
 * which knows no scenes, the first mesh or volume of one. @throws `part.unknown`
 */
export function findSentPart(
  manifest: FunctionManifest,
  { asked, isLegacy }: { readonly asked: string | undefined; readonly isLegacy: boolean },
): SentPart {
  const returned = toReturned(manifest)
  const part = asked ?? (isLegacy ? findDrawable(returned) : undefined)
  return { part, type: part === undefined ? returned.type : findPartType(returned, part) }
}

/** Refuses a part of a file, which has none. @throws `part.unknown` */
export function requireWhole(asked: string | undefined): void {
  if (asked !== undefined) throw unknownPart(asked, [])
}

function findDrawable(returned: Returned): string | undefined {
  if (returned.type !== 'scene' || !namesParts(returned)) return undefined
  return Object.entries(returned.parts).find(([, kind]) => kind === 'mesh' || kind === 'volume')?.[0]
}
