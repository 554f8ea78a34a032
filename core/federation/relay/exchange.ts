/**
 * An exchange, seen from the relay: one thing asked of a worker, which outlives the link it was asked on. The
 * session (`session.ts`) sends it, sends it again after a new link, and hands it what answers it.
 */
import type { SpecimenError } from '../../domain/errors.ts'
import type { Chunk } from '../link/chunk.ts'
import type { RelayFrame, WorkerFrame } from '../link/control-frames.ts'

/** Frames that answer an exchange. */
export type Answer = Extract<WorkerFrame, { id: number }>

export interface Exchange {
  readonly id: number
  /** Whether the worker is still to go on with it; false while its cancellation is being confirmed. */
  readonly isWanted: boolean
  /** Asks the worker to begin, or to go on after what has come; an answer is expected from now on. */
  begin(): void
  /** The link is gone: nothing is expected until {@link begin} is called again. */
  pause(): void
  /** Takes a frame. @throws LinkError for what no sound worker says; the session then fails the exchange */
  receive(answer: Answer): void
  /** Takes bytes. @throws LinkError */
  receiveChunk(chunk: Chunk): void
  /** Ends it because nothing more can come. */
  fail(error: SpecimenError): void
}

/** What an exchange may do with the session it belongs to. */
export interface ExchangeHome {
  readonly workerId: string
  /** Sends a frame; returns false when there is no link. */
  send(frame: RelayFrame): boolean
  /** Takes the exchange out: nothing it is sent from now on means anything. */
  forget(id: number): void
}
