import type { Need } from '../../../contract/domain/needs.ts'
import type { Waiting } from '../run-queue.ts'
import type { Compartment } from './compartment.ts'

/** A place in the pool, held until its release. */
export interface PoolPlace extends Pick<PlaceRequest, 'bundleKey' | 'needs'> {
  caller: string
  compartment: Compartment
  /** `dropped`: its run goes on, unwanted; `left`: given back, with a compartment still in the way. */
  stage: 'busy' | 'dropped' | 'idle' | 'left'
  /** The turn of its last release. */
  usedAt: number
  /** Resolves when the previous compartment of this place is out of the way. */
  readonly vacated: Promise<void>
  /** Marks the run as unwanted: it may end by itself, unless another run needs the place. */
  drop(): void
  /** Gives the place back, free once its compartment is sound or out of the way; then resolves. */
  release(): Promise<void>
  /** Replaces the compartment once the former one is out of the way. @throws `host.stopping` */
  renew(): Promise<void>
}

/** A run that requests a place. */
export interface PlaceRequest extends Waiting {
  /** Equal for runs that may have one compartment: of the same code, started with the same consents. */
  readonly bundleKey: string
  readonly needs: readonly Need[]
}
