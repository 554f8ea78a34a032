/** The ports between a relay's exchanges and their session, and the options that all parts of it share. */
import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { CheckResult } from '../../engine/run/runner.ts'
import type { Chunk } from '../link/chunk.ts'
import type { RelayFrame, RelayFrameOf, WorkerFrame } from '../link/control-frames.ts'
import type { WorkerToken } from './worker-tokens.ts'

/** The options of a relay. */
export interface RelayOptions {
  readonly log: Log
  readonly software: string
  /** Identity of this start of the relay. */
  readonly instance: string
  /** Resolves with the tokens; undefined when none are configured: only local workers are accepted. */
  readonly readTokens: (() => Promise<readonly WorkerToken[]>) | undefined
  readonly pingSeconds: number
  readonly deadSeconds: number
  /** The longest absence of a worker. */
  readonly graceSeconds: number
  /** The timeouts for a connected worker. */
  readonly waits: {
    /** From a worker's connection to its whole catalog. */
    readonly arrivalSeconds: number
    /** For a run to be accepted, a file to be opened, a catalog to be read again. */
    readonly answerSeconds: number
    readonly streamSeconds: number
    readonly cancelSeconds: number
  }
  readonly resultBytes: number
  readonly runTimeoutSeconds: number
  /** Runs that may wait for places of one worker. */
  readonly queueLimit: number
  /** Resolves when the arrays of a result fit each other. @throws `function.failed` */
  readonly check: CheckResult
  /** Called after a change of a worker's catalog or presence. */
  readonly onChange: () => void
  /** Returns true while another host of the group has the link of another process of this worker id. */
  readonly isElsewhere?: ((workerId: string, instance: string) => boolean) | undefined
  /** Returns the raw HTTP answer to a refused upgrade, with `headers` besides its own. */
  readonly toRawAnswer: (error: SpecimenError, headers: { readonly [name: string]: string }) => string
  /** Milliseconds, never going back. */
  readonly now: () => number
  /** Unix time in milliseconds. */
  readonly clock: () => number
}

/** Frames that answer an exchange. */
export type ExchangeAnswer = Exclude<Extract<WorkerFrame, { id: number }>, { type: 'credit' }>

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

/** The place of an exchange in its session. */
export interface ExchangeHome {
  readonly id: number
  readonly workerId: string
  /** Sends the first frame of an exchange, which fails when the worker would refuse the frame. */
  ask(frame: RelayFrameOf<'run' | 'fetch' | 'reload' | 'give'>): void
  send(frame: RelayFrame): boolean
  forget(): void
}
