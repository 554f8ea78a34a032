import type { Params } from '../../domain/schema.ts'
import type { RunState } from './run-state.ts'

/**
 * Turns changes of parameters into requests: a few a second while somebody drags, the last value always; the
 * newest wins, and the job before it is cancelled.
 */
export interface Driver {
  readonly state: RunState
  /** Parameters were chosen for good: a value was typed, a slider let go. */
  settle(params: Params): void
  /** One parameter is being dragged; others with a `preview` are sent with that. */
  drag(params: Params, name: string): void
  cancel(): void
  /** Asks again for the newest parameters: after a failure, and when the function has changed. */
  retry(): void
  close(): void
}
