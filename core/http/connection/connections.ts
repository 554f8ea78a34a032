/** The connections of the server, and its end without cutting answers. */
import type { Server as HttpServer, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { createDeferred } from '../../domain/deferred.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { problemMediaType, retryAfterSeconds, toProblem } from '../answer/errors.ts'
import { noSniffing } from '../answer/no-sniffing.ts'
import { type Origins, toOriginHeaders } from '../request/cors.ts'
import type { PublicPath } from '../request/public-path.ts'

/** How often a draining host looks for connections that have become idle. */
const idleMilliseconds = 20

/** Returns the connections that are open, as they come and go. */
export function watchSockets(server: HttpServer): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    if (sockets.has(socket)) return // given back to HTTP, see `upgrades.ts`
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Ends a server without cutting answers: those in flight, and those ended but not yet read, which Node takes
 * for idle, get until the deadline; new requests are refused. Nothing is counted for each request while the
 * host serves. Fastify's `close` waits for idle keep-alive clients (still open after 8 s), or kills answers.
 */
export async function drainServer(
  server: HttpServer,
  sockets: ReadonlySet<Socket>,
  { deadlineSeconds, refuse }: { readonly deadlineSeconds: number; readonly refuse: RequestListener },
): Promise<void> {
  server.removeAllListeners('request').on('request', refuse)
  server.close()
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineSeconds * 1000)
  const ended = createDeferred<void>()
  const tidy = (): void => {
    if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections()
    if (sockets.size === 0) ended.resolve()
  }
  const timer = setInterval(() => {
    closeUnused(sockets)
    tidy()
  }, idleMilliseconds)
  tidy()
  await ended.promise
  clearInterval(timer)
  clearTimeout(deadline)
}

/** Browsers open connections ahead of need. Node takes one without a byte for one whose request is coming. */
function closeUnused(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}

/** Returns what refuses every request of a host that is stopping, without Fastify. */
export function createStoppingAnswer(publicPath: PublicPath, origins: Origins | undefined): RequestListener {
  const error = new SpecimenError('host.stopping', 'This host is stopping; try again on its successor.')
  return (request, response) => {
    const problem = toProblem(error, publicPath.prefixOf(request))
    response.writeHead(problem.status, {
      ...toOriginHeaders(origins, request.headers.origin),
      ...noSniffing,
      'content-type': problemMediaType,
      'retry-after': String(retryAfterSeconds),
      connection: 'close',
    })
    response.end(JSON.stringify(problem))
  }
}
