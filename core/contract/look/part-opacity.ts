import type { PartLook } from '../domain/result/scene.ts'
import type { PartOpacity } from './display.ts'

/** Returns the opacity of a part, from 0 for one that is off: what a view sets, else that of its look. */
export function findPartOpacity(
  { name, look }: { readonly name: string; readonly look?: PartLook },
  set: readonly PartOpacity[] | null,
): number {
  const own = set?.find((part) => part.name === name)?.opacity
  return own ?? (look?.hidden ? 0 : (look?.opacity ?? 1))
}
