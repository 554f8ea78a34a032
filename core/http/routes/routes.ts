import type { FastifyRequest } from 'fastify'
import type { Account } from '../../account/account.ts'
import type { RoomListing } from '../../cache/room-cache.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Log } from '../../domain/log.ts'
import type { BundleNeeds } from '../../functions/bundle-needs.ts'
import type { BundleRecords } from '../../functions/bundle-records.ts'
import type { Gate } from '../../functions/gate.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Rooms } from '../../rooms/rooms.ts'
import type { FileDecoder } from '../../run/decoding/file-decoder.ts'
import type { Drawer } from '../../run/drawing/thread-drawer.ts'
import type { Encoder } from '../../run/encoding/encoder.ts'
import type { Executor } from '../../run/executor.ts'
import type { ReadinessCheck } from '../../watch/health.ts'
import type { Watch } from '../../watch/watch.ts'
import type { PublicPath } from '../request/public-path.ts'

/** The parts of the host that the routes use, assembled in `core/host.ts`. */
export interface Services {
  /** What clients make the host hold. */
  readonly account: Account
  readonly catalog: Catalog
  readonly gate: Gate
  readonly executor: Executor
  readonly jobs: Jobs
  readonly cache: RoomListing
  readonly rooms: Rooms
  readonly encoder: Encoder
  readonly decoder: FileDecoder
  readonly drawer: Drawer
  readonly records: BundleRecords
  readonly bundleNeeds: BundleNeeds
  readonly envelopeMediaType: string
  readonly legacyClient: boolean
  readonly publicPath: PublicPath
  readonly log: Log
  readonly watch: Watch
  readonly readiness: readonly ReadinessCheck[]
}

/** Returns the caller's view of the catalog. */
export function toView(catalog: Catalog, { caller }: FastifyRequest): ReturnType<Catalog['view']> {
  return catalog.view(caller.specimens)
}
