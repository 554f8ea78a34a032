import type { Readable } from 'node:stream'
import type { OutputStreams } from '../domain/output-streams.ts'

/** The parts of the process that commands use, so that a test can replace them. */
export interface CommandSurroundings {
  readonly streams: OutputStreams
  readonly environment: { readonly [name: string]: string | undefined }
  /** Milliseconds. */
  readonly now: () => number
  readonly stopped?: Promise<unknown>
  /** The events of `specimen dev` for a host that it has started; the host ends with them. */
  readonly devEvents?: Readable
}
