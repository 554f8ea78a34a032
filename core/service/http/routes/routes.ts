import type { FastifyRequest } from 'fastify'
import type { Log } from '../../../contract/domain/log.ts'
import type { RoomListing } from '../../../engine/cache/room-cache.ts'
import type { Catalog } from '../../../engine/catalog/catalog.ts'
import type { BundleNeeds } from '../../../engine/functions/bundle-needs.ts'
import type { BundleRecords } from '../../../engine/functions/bundle-records.ts'
import type { Gate } from '../../../engine/functions/gate.ts'
import type { FileDecoder } from '../../../engine/run/decoding/file-decoder.ts'
import type { Drawer } from '../../../engine/run/drawing/thread-drawer.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { Executor } from '../../../engine/run/executor.ts'
import type { Account } from '../../account/account.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Rooms } from '../../rooms/rooms.ts'
import type { ReadinessCheck } from '../../watch/health.ts'
import type { Watch } from '../../watch/watch.ts'
import type { PublicPath } from '../request/public-path.ts'

/** The parts of the host that the routes use, assembled in `core/host.ts`. */
export interface Services {
  /** The account of what clients make the host hold. */
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
