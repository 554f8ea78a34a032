/** The port of an exchange at the relay, the port of its session, and the timeouts for a worker. */
import type { SpecimenError } from '../../domain/errors.ts'
import type { Chunk } from '../link/chunk.ts'
import type { RelayFrame, RelayFrameOf, WorkerFrame } from '../link/control-frames.ts'

/** Frames that answer an exchange. */
export type ExchangeAnswer = Extract<WorkerFrame, { id: number }>

/** A request to a worker that outlives its link; its session repeats it and delivers the answers. */
export interface Exchange {
  readonly id: number
  /** True while the worker should continue; false while its cancellation is being confirmed. */
  readonly isWanted: boolean
  /** Sends the request, or its continuation after the received part; starts the timeouts. */
  begin(): void
  /** Stops the timeouts without a link, until {@link begin} is called again. */
  pause(): void
  /** Handles a frame. @throws LinkError for a protocol violation, which fails the exchange */
  receive(answer: ExchangeAnswer): void
  /** Handles bytes. @throws LinkError */
  receiveChunk(chunk: Chunk): void
  fail(error: SpecimenError): void
}

/** The operations of a session for its exchanges. */
export interface ExchangeHome {
  readonly workerId: string
  /** Sends the first frame of an exchange, which fails when the worker would refuse the frame. */
  ask(frame: RelayFrameOf<'run' | 'fetch' | 'reload'>): void
  send(frame: RelayFrame): boolean
  forget(id: number): void
}

/** The number of an exchange in its session. */
export interface ExchangePlace {
  readonly id: number
  readonly home: ExchangeHome
}

/** The timeouts for a connected worker. */
export interface WorkerWaits {
  /** From a worker's connection to its whole catalog. */
  readonly arrivalSeconds: number
  /** For a run to be accepted, a file to be opened, a catalog to be read again. */
  readonly answerSeconds: number
  readonly streamSeconds: number
  readonly cancelSeconds: number
}
