import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import type { ServedCertificate } from '../../tls/open-certificate.ts'
import { toRawAnswer } from '../answer/errors.ts'
import { watchSockets } from './connections.ts'
import { createSecuring, SecureSocket } from './secure-connections.ts'
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

/** The surroundings of a server's connections. */
export interface ConnectionSurroundings {
  /** The path before the host's addresses, such as `/lab`. */
  readonly base: string
  /** The certificate of its connections; undefined for HTTP without TLS. */
  readonly certificate: ServedCertificate | undefined
  readonly log: Log
}

/** The connections of a server. */
export interface AcceptedConnections {
  /** The open ones, a live set. */
  readonly sockets: Set<Socket>
  /** Has a connection that another host passes on count by no address: that host has counted its client. */
  readonly uncount: (socket: Socket) => void
}

/** Applies the connection limits and TLS to a server, and returns its connections. */
export function acceptConnections(
  server: Server,
  limits: ConnectionLimits,
  { base, certificate, log }: ConnectionSurroundings,
): AcceptedConnections {
  server.maxHeadersCount = headerLimit + 1 // Node drops the rest silently
  const full = new SpecimenError(
    'host.busy',
    'This host has as many connections as it takes; close some, or try again in a moment.',
  )
  // First, because the listeners so far are the ones that get accepted connections only.
  const secure =
    certificate && createSecuring(server, { getContext: () => certificate.current.context, base })
  const uncount = limitConnections(server, limits, { answer: toRawAnswer(full, base), secure, log })
  const tunnel = new SpecimenError('method.refused', 'This host is no proxy; CONNECT to another.')
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy()).end(toRawAnswer(tunnel, base))
  })
  // Node would answer an unknown expectation with a bare status; HTTP permits ignoring it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  const sockets = watchSockets(server)
  if (limits.readerRate > 0) dropSlowReaders(server, sockets, { leastBytes: limits.readerRate, log })
  return { sockets, uncount }
}

/** The treatment of connections below the limits, and above them. */
interface LimitedConnections {
  /** The raw answer to those above. */
  readonly answer: string
  /** Puts TLS on a connection, which then comes again; undefined without TLS. */
  readonly secure: ((raw: Socket) => void) | undefined
  readonly log: Log
}

/**
 * Refuses connections above the limits with a raw answer, for which they take a place only for a moment.
 * Returns what has one count by no address any more.
 */
function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  { answer, secure, log }: LimitedConnections,
): AcceptedConnections['uncount'] {
  /** The address by which each counts. */
  const open = new Map<Socket, string | undefined>()
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
  const uncount = (socket: Socket): void => {
    const counted = socket instanceof SecureSocket ? socket.transport : socket
    const address = open.get(counted)
    if (address === undefined) return
    open.set(counted, undefined)
    count(address, -1)
  }
  const serve = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    // One with TLS counts as the connection below it; one that was returned to HTTP (`upgrades.ts`) already.
    if (!(socket instanceof SecureSocket || open.has(socket))) {
      if (open.size >= limits.inAll || !limits.mayOpen(address, counts.get(address) ?? 0))
        return refuse(socket, address)
      open.set(socket, address)
      count(address, 1)
      socket.once('close', () => {
        uncount(socket)
        open.delete(socket)
      })
      if (secure) return secure(socket)
    }
    for (const listener of serve) listener.call(server, socket)
  })
  return uncount
}
