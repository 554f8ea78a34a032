import type { FastifyRequest } from 'fastify'
import type { RoomCache } from '../../cache/room-cache.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { CatalogView } from '../../catalog/catalog-view.ts'
import type { Log } from '../../domain/log.ts'
import type { Params } from '../../domain/schema.ts'
import type { BundleRecords } from '../../functions/bundle-records.ts'
import type { CallTarget, Gate } from '../../functions/gate.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { FileDecoder } from '../../run/decoding/decoder.ts'
import type { Encoder } from '../../run/encoding/encoder.ts'
import type { Call, Executor } from '../../run/executor.ts'
import type { ReadinessCheck } from '../../watch/health.ts'
import type { Watch } from '../../watch/watch.ts'
import type { PublicPath } from '../request/public-path.ts'

/** The parts of the host that the routes use, assembled in `core/host.ts`. */
export interface Services {
  readonly catalog: Catalog
  readonly gate: Gate
  readonly executor: Executor
  readonly jobs: Jobs
  readonly cache: RoomCache
  readonly encoder: Encoder
  readonly decoder: FileDecoder
  readonly records: BundleRecords
  readonly envelopeMediaType: string
  readonly publicPath: PublicPath
  readonly log: Log
  readonly watch: Watch
  /** What `/readyz` asks. */
  readonly readiness: readonly ReadinessCheck[]
}

/** Returns what the caller of a request may see. */
export function toView(catalog: Catalog, { caller }: FastifyRequest): CatalogView {
  return catalog.view(caller.specimens)
}

/** What a request asks of a specimen; only its form has been checked. */
export interface SpecimenCall {
  /** What the caller may see. */
  readonly view: CatalogView
  readonly id: string
  readonly params: Params
  readonly roomId: string
  /** As a waiter's; undefined unless the request may be superseded. */
  readonly client?: string | undefined
}

/** What is asked of a target, before the gate has seen the parameters. */
export interface TargetCall {
  readonly target: CallTarget
  readonly params: Params
  readonly roomId: string
}

/** Returns the call of a target with parameters that the gate has admitted. @throws what the gate does */
export function toCall(gate: Gate, { target, params, roomId }: TargetCall): Call {
  const invocation = gate.admit(target, params, roomId)
  return { invocation, runner: target.registered.runner }
}
