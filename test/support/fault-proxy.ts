/**
 * A TCP proxy that stands between a worker and its relay and breaks what it carries, as networks do: late,
 * slow, in small pieces, cut after a number of bytes, reset, or silent without an end. What it does can be
 * changed while it runs, one direction at a time. It reads only as fast as it may write, so that a limit
 * reaches the sender.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type Direction, type Faults, FaultyLane, Switch } from './faulty-lane.ts'

export type { Direction, Faults } from './faulty-lane.ts'

/**
 * How a connection ends: `fin` in good order after the bytes that passed, `reset` by RST, `half-open` not at
 * all: both sides stay connected, and whatever they send is swallowed.
 */
export type Ending = 'fin' | 'reset' | 'half-open'

/** One connection through the proxy. */
export interface ProxiedConnection {
  /** Bytes that have passed so far. */
  readonly passed: { readonly [Way in Direction]: number }
  /** Resolves as soon as so many bytes have passed since the connection began. */
  whenPassed(direction: Direction, bytes: number): Promise<void>
  end(ending: Ending): void
  /** Resolves when both its sockets are closed, whoever did it. */
  readonly closed: Promise<void>
}

/** A connection that is to be cut. */
export interface Cut {
  readonly isDone: boolean
  /** Cuts nothing any more. */
  stop(): void
}

/** The proxy, while it runs. */
export interface FaultProxy {
  readonly port: number
  /** Every connection it has had, the oldest first. */
  readonly connections: readonly ProxiedConnection[]
  /** Resolves with the next connection that no earlier call has got. */
  nextConnection(): Promise<ProxiedConnection>
  /** Replaces the faults of one direction, for the connections there are and those to come. */
  setFaults(direction: Direction, faults: Faults): void
  /**
   * Ends, once, the first connection on which so many bytes have passed, exactly there. Resolves with it when
   * it has.
   */
  endAfter(direction: Direction, bytes: number, ending: Ending): Promise<ProxiedConnection>
  /** Resets, once, the connection that brings the `count`-th piece of a direction from now on, which is lost. */
  cutAt(direction: Direction, count: number): Cut
  /** Ends every connection there is. */
  endAll(ending: Ending): void
  /**
   * What happens to new connections: `forward`, `refuse` (reset at once) or `half-open` (accepted and
   * swallowed).
   */
  admit(admission: 'forward' | 'refuse' | 'half-open'): void
  /** Takes all faults away; connections that were ended or are half-open stay so. */
  heal(): void
  /** Ends all connections and stops listening. */
  close(): Promise<void>
}

/** Starts a proxy on a free port of 127.0.0.1 that forwards to `target` there. */
export async function createFaultProxy({ target }: { readonly target: number }): Promise<FaultProxy> {
  const faults = new Switch()
  const connections: Connection[] = []
  const waiting: ((connection: Connection) => void)[] = []
  let taken = 0
  const cuts = new Set<{ pass(direction: Direction, connection: Connection): void }>()
  let admission: Parameters<FaultProxy['admit']>[0] = 'forward'
  const endAll = (ending: Ending): void => {
    for (const connection of connections) connection.end(ending)
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (admission === 'refuse') return void client.resetAndDestroy()
    const connection = new Connection(client, target, {
      faults,
      onPiece: (direction) => {
        for (const cut of cuts) cut.pass(direction, connection)
      },
    })
    if (admission === 'half-open') connection.end('half-open')
    connections.push(connection)
    const resolve = waiting.shift()
    if (!resolve) return
    taken++
    resolve(connection)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port, as just asked
    connections,
    nextConnection: () => {
      const connection = connections[taken]
      if (!connection) return new Promise((resolve) => waiting.push(resolve))
      taken++
      return Promise.resolve(connection)
    },
    setFaults: (direction, given) => faults.set(direction, given),
    endAfter: (direction, bytes, ending) =>
      new Promise((resolve) => {
        const isReached = (connection: Connection) => connection.passed[direction] >= bytes
        const mark = {
          direction,
          bytes,
          fire: (lane: FaultyLane) => finish(connections.find((item) => item.owns(lane))),
        }
        const finish = (connection: Connection | undefined): void => {
          if (!connection) return
          faults.removeMark(mark)
          connection.end(ending)
          resolve(connection)
        }
        faults.addMark(mark)
        finish(connections.find((connection) => connection.isForwarding && isReached(connection)))
      }),
    cutAt: (direction, count) => {
      let left = count
      const cut = {
        pass: (passing: Direction, connection: Connection) => {
          if (passing === direction && --left === 0) connection.end('reset')
        },
        get isDone() {
          return left <= 0
        },
        stop: () => void cuts.delete(cut),
      }
      cuts.add(cut)
      return cut
    },
    endAll,
    admit: (next) => {
      admission = next
    },
    heal: () => {
      admission = 'forward'
      cuts.clear()
      faults.clear()
    },
    close: async () => {
      for (const connection of connections) connection.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface ConnectionOptions {
  readonly faults: Switch
  /** Called for each piece that comes, before it goes on. */
  readonly onPiece: (direction: Direction) => void
}

/** Two sockets and a lane each way. */
class Connection implements ProxiedConnection {
  readonly #client: Socket
  readonly #target: Socket
  readonly #lanes: { readonly [Way in Direction]: FaultyLane }
  readonly closed: Promise<void>
  isForwarding = true

  constructor(client: Socket, target: number, { faults, onPiece }: ConnectionOptions) {
    this.#client = client
    this.#target = connect({ port: target, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
    this.#lanes = {
      toTarget: new FaultyLane('toTarget', this.#client, this.#target, faults),
      toClient: new FaultyLane('toClient', this.#target, this.#client, faults),
    }
    this.#client.on('data', () => onPiece('toTarget')) // behind the lanes, which hold it for a turn
    this.#target.on('data', () => onPiece('toClient'))
    const sockets = [this.#client, this.#target]
    this.closed = Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    ).then(() => {})
    for (const socket of sockets) {
      socket.on('error', () => {}) // the close event follows
      socket.on('close', (hadError) => hadError && this.isForwarding && this.end('reset'))
    }
  }

  get passed() {
    return { toTarget: this.#lanes.toTarget.passed, toClient: this.#lanes.toClient.passed }
  }

  owns(lane: FaultyLane): boolean {
    return this.#lanes[lane.direction] === lane
  }

  whenPassed(direction: Direction, bytes: number): Promise<void> {
    return this.#lanes[direction].whenPassed(bytes)
  }

  end(ending: Ending): void {
    this.isForwarding = false
    this.#lanes.toTarget.swallow()
    this.#lanes.toClient.swallow()
    if (ending === 'half-open') return
    for (const socket of [this.#client, this.#target]) {
      if (ending === 'reset') socket.resetAndDestroy()
      else socket.destroySoon()
    }
  }

  destroy(): void {
    this.isForwarding = false
    this.#client.destroy()
    this.#target.destroy()
  }
}
