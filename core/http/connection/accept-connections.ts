import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import { toRawAnswer } from '../answer/errors.ts'
import { watchSockets } from './connections.ts'
import { type ConnectionLimits, limitConnections } from './limit-connections.ts'
import { dropSlowReaders } from './slow-readers.ts'

/** Most headers of a request. */
export const headerLimit = 100

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
