import type { Log } from '../../contract/domain/log.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { GroupResults } from '../results/group-results.ts'
import type { RunQueues } from './run-queues.ts'

/** The parts of a host that its runs and jobs have in common. */
export interface HostParts {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly queues: RunQueues
  readonly results: GroupResults
  /** This host, as the group knows it. */
  readonly host: string
  /** True for this host, and while another gives signs of life. */
  readonly isThere: (host: string) => boolean
  readonly log: Log
  /** Milliseconds, never going back. */
  readonly clock: () => number
}
