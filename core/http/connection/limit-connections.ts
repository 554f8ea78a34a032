/** The connection limit of a server. A refused connection takes a place only for a moment. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../domain/log.ts'

/** The connection limits of a server. */
export interface ConnectionLimits {
  readonly inAll: number
  /** Returns true when an address with `open` connections may open one more. */
  readonly mayOpen: (address: string, open: number) => boolean
  /** Bytes that a client must read per minute; 0 for no limit. */
  readonly readerRate: number
}

const farewellMilliseconds = 2000
const logMilliseconds = 10_000

/** Refuses connections above the limits with a raw answer; call it before other listeners are added. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  { answer, log }: { readonly answer: string; readonly log: Log },
): void {
  const open = new Map<Socket, string>()
  const counts = new Map<string, number>()
  let loggedAt = Number.NEGATIVE_INFINITY
  const count = (address: string, by: 1 | -1): void => {
    const sum = (counts.get(address) ?? 0) + by
    if (sum === 0) counts.delete(address)
    else counts.set(address, sum)
  }
  const refuse = (socket: Socket, address: string): void => {
    socket.on('error', () => socket.destroy())
    socket.setTimeout(farewellMilliseconds, () => socket.destroy())
    socket.end(answer)
    socket.resume()
    if (performance.now() - loggedAt < logMilliseconds) return
    loggedAt = performance.now()
    log.warn({ client: address, connections: open.size }, 'connections are refused: there are too many')
  }
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    // A connection that was returned to HTTP has been counted, see `upgrades.ts`.
    if (!open.has(socket)) {
      if (open.size >= limits.inAll || !limits.mayOpen(address, counts.get(address) ?? 0))
        return refuse(socket, address)
      open.set(socket, address)
      count(address, 1)
      socket.once('close', () => {
        open.delete(socket)
        count(address, -1)
      })
    }
    for (const listener of serve) listener.call(server, socket)
  })
}
