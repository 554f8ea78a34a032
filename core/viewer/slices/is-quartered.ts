import type { Display } from '../../contract/look/display.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'

/** Returns whether slices and picture stand two by two: those of anatomy, while none is large. */
export function isQuartered(prepared: Prepared | null, { slices, large }: Display): boolean {
  return (
    prepared?.type === 'volume' && prepared.orientation !== undefined && slices !== null && large === null
  )
}
