import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import { toRawAnswer } from '../answer/errors.ts'
import { watchSockets } from './connections.ts'
import { dropSlowReaders } from './slow-readers.ts'

/** The connection limits of a server. */
export interface ConnectionLimits {
  readonly inAll: number
  /** Returns true when an address with `open` connections may open one more. */
  readonly mayOpen: (address: string, open: number) => boolean
  /** Bytes that a client must read per minute; 0 for no limit. */
  readonly readerRate: number
}

/** Most headers of a request. */
export const headerLimit = 100
const farewellMilliseconds = 2000
const logMilliseconds = 10_000

/** Applies the connection limits to a server, and returns the live set of its open connections. */
export function acceptConnections(
  server: Server,
  limits: ConnectionLimits,
  { base, log }: { readonly base: string; readonly log: Log },
): Set<Socket> {
  server.maxHeadersCount = headerLimit + 1 // Node drops the rest silently
  const full = new SpecimenError(
    'host.busy',
    'This host has as many connections as it takes; close some, or try again in a moment.',
  )
  // First, because the listeners so far are the ones that get accepted connections only.
  limitConnections(server, limits, { answer: toRawAnswer(full, base), log })
  const tunnel = new SpecimenError('method.refused', 'This host is no proxy; CONNECT to another.')
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy()).end(toRawAnswer(tunnel, base))
  })
  // Node would answer an unknown expectation with a bare status; HTTP permits ignoring it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  const sockets = watchSockets(server)
  if (limits.readerRate > 0) dropSlowReaders(server, sockets, { leastBytes: limits.readerRate, log })
  return sockets
}

/** Refuses connections above the limits with a raw answer, for which they take a place only for a moment. */
function limitConnections(
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
