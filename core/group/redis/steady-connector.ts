import { connect, isIP, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { RedisOptions } from 'ioredis'

/** Milliseconds that a connection which is ended waits for the other side. */
const endTimeout = 500

/** The address of a Redis. */
export interface RedisAddress {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
}

/**
 * Returns what opens connections for ioredis. Its own hears the first error of a socket; TLS may have a
 * second, as when it does not know the authority, and an error that nobody hears ends the process.
 */
export function toSteadyConnector(
  AbstractConnector: typeof import('ioredis').AbstractConnector,
  { host, port, isSecure }: RedisAddress,
): NonNullable<RedisOptions['Connector']> {
  return class SteadyConnector extends AbstractConnector {
    constructor() {
      super(endTimeout)
    }

    override async connect(): Promise<Socket> {
      this.connecting = true
      await Promise.resolve() // it may be ended in this turn
      if (!this.connecting) throw new Error('Connection is closed.')
      const name = isIP(host) ? {} : { servername: host }
      const socket = isSecure ? connectSecurely({ host, port, ...name }) : connect({ host, port })
      socket.on('error', (error) => {
        this.firstError ??= error
      })
      this.stream = socket
      return socket
    }

    /** Once: ioredis does so for each command that a replica has refused, and Node would warn of a leak. */
    override disconnect(): void {
      if (this.connecting) super.disconnect()
    }
  }
}
