import type { BoundedFields } from '../../service/rooms/room-fields.ts'
import type { ChangeAuthor, DecideChange, OrderedChange } from '../../service/rooms/room-state.ts'

/** A change that is not decided yet, or that Redis has not taken yet. */
export interface WaitingChange {
  readonly decide: DecideChange
  readonly author: ChangeAuthor
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Changes that were decided, and those that they were before. */
export interface DecidedChanges {
  readonly changes: readonly OrderedChange[]
  readonly accepted: readonly WaitingChange[]
}

/** Decides changes one upon the other, in a draft of the state; rejects those that are refused. */
export function decideWaiting(
  waiting: readonly WaitingChange[],
  draft: BoundedFields,
  present: number,
): DecidedChanges {
  let version = present
  const changes: OrderedChange[] = []
  const accepted: WaitingChange[] = []
  for (const change of waiting) {
    try {
      const fields = change.decide(draft.map, version + 1)
      if (fields) {
        draft.apply(fields)
        changes.push({ version: ++version, ...change.author, fields })
        accepted.push(change)
      } else change.resolve()
    } catch (error) {
      change.reject(error)
    }
  }
  return { changes, accepted }
}
