import type { Readable } from 'node:stream'
import type { OutputStreams } from '../domain/output-streams.ts'

/** What a command needs of the process around it, so that a test can be that process. */
export interface CommandSurroundings {
  readonly streams: OutputStreams
  readonly environment: { readonly [name: string]: string | undefined }
  /** In milliseconds. */
  readonly now: () => number
  /** What ends `specimen dev` besides a signal. */
  readonly stopped?: Promise<unknown>
  /** Where `specimen dev` writes its events, for a host that it has started; the host ends with it. */
  readonly devEvents?: Readable
}
