/**
 * The port of an exchange at the relay, what its session does for it, and how long the relay waits for a
 * worker.
 */
import type { SpecimenError } from '../../domain/errors.ts'
import type { Chunk } from '../link/chunk.ts'
import type { RelayFrame, RelayFrameOf, WorkerFrame } from '../link/control-frames.ts'

/** Frames that answer an exchange. */
export type ExchangeAnswer = Extract<WorkerFrame, { id: number }>

/**
 * One thing asked of a worker, which outlives the link it was asked on. Its session sends it, sends it again
 * after a new link, and hands it the frames and bytes that answer it (`open-exchanges.ts`).
 */
export interface Exchange {
  readonly id: number
  /** Whether the worker is still to go on with it; false while its cancellation is being confirmed. */
  readonly isWanted: boolean
  /** Asks the worker to begin, or to go on after what has come; an answer is expected from now on. */
  begin(): void
  /** The link is lost: nothing is expected until {@link begin} is called again. */
  pause(): void
  /**
   * Takes a frame. @throws LinkError for one that breaks the protocol; the session then fails the exchange
   */
  receive(answer: ExchangeAnswer): void
  /** Takes bytes. @throws LinkError */
  receiveChunk(chunk: Chunk): void
  /** Ends it because nothing more can come. */
  fail(error: SpecimenError): void
}

/** What an exchange may do with the session it belongs to. */
export interface ExchangeHome {
  readonly workerId: string
  /** Sends the frame that begins an exchange, which fails when the worker would refuse the frame. */
  ask(frame: RelayFrameOf<'run' | 'fetch' | 'reload'>): void
  /** Sends a frame; returns false when there is no link. */
  send(frame: RelayFrame): boolean
  /** Takes the exchange out: it is handed nothing from now on. */
  forget(id: number): void
}

/** How long a relay waits for a worker that is connected. */
export interface WorkerWaits {
  /** From a worker's connection to its whole catalog. */
  readonly arrivalSeconds: number
  /** For a run to be accepted, a file to be opened, a catalog to be read again. */
  readonly answerSeconds: number
  /** For the next bytes of a stream that has begun. */
  readonly streamSeconds: number
  /** For the confirmation that a cancelled run is gone. */
  readonly cancelSeconds: number
}
