import type { Readable } from 'node:stream'

/** Where a command writes. `process.stdout` fits. */
export interface Stream {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}
/** The outputs of a command. */
export interface Streams {
  readonly stdout: Stream
  readonly stderr: Stream
}

/** What a command needs of the process around it, so that a test can be that process. */
export interface Surroundings {
  readonly streams: Streams
  readonly environment: { readonly [name: string]: string | undefined }
  /** In milliseconds. */
  readonly now: () => number
  /** What ends `specimen dev` besides a signal. */
  readonly stopped?: Promise<unknown>
  /** Where `specimen dev` writes its events, for a host that it has started; the host ends with it. */
  readonly devEvents?: Readable
}
