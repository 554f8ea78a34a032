import type { RemoteParts } from '../../catalog/remote-catalog.ts'
import type { Config } from '../../config.ts'
import { Relay, type RelayOptions } from './relay.ts'
import { createTokenReader } from './worker-tokens.ts'

/** Makes the relay of a host that takes workers. */
export type OpenRelay = (parts: RemoteParts & Pick<RelayOptions, 'isElsewhere'>) => Relay

/** The relay of a host, present once it was opened. */
export interface HostRelay {
  readonly open: OpenRelay
  readonly relay: Relay | undefined
}

/**
 * Returns the relay of a host, to be opened by its engine. The tokens of workers have been read: a
 * wrong list ends the start, not a handshake. @throws `config.invalid`
 */
export async function loadRelay(
  config: Config,
  own: Pick<RelayOptions, 'toRawAnswer' | 'log' | 'software' | 'instance' | 'now'>,
): Promise<HostRelay> {
  const readTokens = createTokenReader(config.workerTokens, config.workerTokenList)
  await readTokens?.()
  let relay: Relay | undefined
  const open: OpenRelay = (parts) => {
    relay = new Relay({
      ...parts,
      ...own,
      readTokens,
      graceSeconds: config.workerGrace,
      pingSeconds: 10,
      deadSeconds: 25,
      waits: { arrivalSeconds: 10, answerSeconds: 10, streamSeconds: 25, cancelSeconds: 2 },
      resultBytes: config.resultBytes,
      runTimeoutSeconds: config.runTimeout,
      queueLimit: config.queueSize,
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
