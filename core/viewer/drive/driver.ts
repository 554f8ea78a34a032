import type { ParameterSchema, Params } from '../../domain/schema.ts'
import type { DataSource } from '../data/data-source.ts'
import type { Clock } from './clock.ts'
import type { RunState } from './run-state.ts'

/** A specimen as the driver knows it. */
export interface DrivenSpecimen {
  readonly id: string
  /** Null for a static one. */
  readonly schema: ParameterSchema | null
}

/** What a driver needs. */
export interface DriverOptions {
  readonly source: DataSource
  readonly specimen: DrivenSpecimen
  readonly roomId: string
  /**
   * Some letters that no other open page has: previews go to a room of their own, which two pages must not
   * share.
   */
  readonly viewerId: string
  readonly clock: Clock
  /** Called after every change. */
  readonly onState: (state: RunState) => void
}

/**
 * Turns changes of parameters into requests: a few a second while somebody drags, the last value always; the
 * newest wins, and the job before it is cancelled.
 */
export interface Driver {
  readonly state: RunState
  /** Parameters were chosen for good: a value was typed, a slider let go, a specimen opened. */
  settle(params: Params): void
  /** One parameter is being dragged; others with a `preview` are sent with that. */
  drag(params: Params, name: string): void
  cancel(): void
  /** Asks again for the newest parameters, after a failure or when a token was entered. */
  retry(): void
  /** The function has changed: asks for the newest parameters by its new schema, and keeps what is shown. */
  replace(schema: ParameterSchema | null): void
  close(): void
}

/** Returns the driver of one specimen. Nothing is asked for before the first `settle` or `drag`. */
export function createDriver(_options: DriverOptions): Driver {
  throw new Error('to be written')
}
