import type { Config } from './config.ts'
import type { Log } from './domain/log.ts'
import type { RemoteParts } from './engine.ts'
import type { Relay } from './federation/relay/relay.ts'
import { toRawAnswer } from './http/answer/errors.ts'
import { version } from './version.ts'

/** Makes the relay of a host that takes workers. */
export type OpenRelay = (parts: RemoteParts) => Relay

/** The relay of a host, present once it was opened. */
export interface HostRelay {
  /** Absent for a host that takes no workers. */
  readonly open?: OpenRelay
  readonly relay?: Relay | undefined
}

/** The parts of a host that a relay uses. */
export interface RelayParts {
  readonly log: Log
  /** The path below which clients see the host. */
  readonly base: string
  /** Returns 128 random bits as text. */
  readonly createId: () => string
  /** Milliseconds, never going back. */
  readonly clock: () => number
}

/**
 * Returns a factory of the relay, whose code hosts without one do not load. The tokens of workers have been
 * read: a wrong list ends the start, not a handshake. @throws `config.invalid`
 */
export async function loadRelay(
  config: Config,
  { log, base, createId, clock }: RelayParts,
): Promise<HostRelay> {
  const { Relay } = await import('./federation/relay/relay.ts')
  const { createTokenReader } = await import('./federation/relay/worker-tokens.ts')
  const readTokens = createTokenReader(config.workerTokens, config.workerTokenList)
  await readTokens?.()
  let relay: Relay | undefined
  const open: OpenRelay = (parts) => {
    relay = new Relay({
      ...parts,
      readTokens,
      toRawAnswer: (error, headers) => toRawAnswer(error, base, headers),
      log,
      software: `specimen-host ${version}`,
      instance: createId(),
      graceSeconds: config.workerGrace,
      pingSeconds: 10,
      deadSeconds: 25,
      waits: { arrivalSeconds: 10, answerSeconds: 10, streamSeconds: 25, cancelSeconds: 2 },
      resultBytes: config.resultBytes,
      runTimeoutSeconds: config.runTimeout,
      queueLimit: config.queueSize,
      now: clock,
      clock: Date.now,
    })
    return relay
  }
  return {
    open,
    get relay() {
      return relay
    },
  }
}
