/** The connections of the server, and its end without cutting answers. */
import type { Server as HttpServer } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { createDeferred } from '../../../contract/time/deferred.ts'
import { SecureSocket } from './secure-connections.ts'

const idleMilliseconds = 20
/** The silence after which clients have stopped polling. */
const awaitMilliseconds = 2000

/** Returns the live set of open connections; one with TLS takes the place of that below it. */
export function watchSockets(server: HttpServer): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    if (sockets.has(socket)) return // returned to HTTP, see `upgrades.ts`
    if (socket instanceof SecureSocket) sockets.delete(socket.transport)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return sockets
}

/**
 * Ends a server without cutting answers: those in flight, and those written but not yet read, which Node
 * takes for idle, get until the deadline. While `isBusy` and a moment longer, new connections are accepted,
 * so that clients find their results; after that only connections with a pending answer stay. Requests cost
 * nothing for this while the host serves. Fastify's `close` waits for idle keep-alive clients (still open
 * after 8 s) or kills answers.
 */
export async function drainServer(
  server: HttpServer,
  sockets: ReadonlySet<Socket>,
  { deadlineSeconds, isBusy }: { readonly deadlineSeconds: number; readonly isBusy: () => boolean },
): Promise<void> {
  const ended = createDeferred<void>()
  const start = performance.now()
  let awaitedUntil = isBusy() ? start + awaitMilliseconds : start
  const tidy = (): void => {
    const now = performance.now()
    const isLate = now - start >= deadlineSeconds * 1000
    if (isBusy() && sockets.size > 0) awaitedUntil = now + awaitMilliseconds
    if (now < awaitedUntil && !isLate) return
    // HTTP's own `close` would close connections that have answers to send.
    if (server.listening) NetServer.prototype.close.call(server)
    closeUnused(sockets)
    if (isLate) server.closeAllConnections()
    else if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections()
    if (sockets.size === 0) ended.resolve()
  }
  // Not at once: a request may be arriving from the kernel.
  const timer = setInterval(tidy, idleMilliseconds)
  await ended.promise
  clearInterval(timer)
}

/** Closes unused connections, which browsers open ahead of need; Node waits for their request. */
function closeUnused(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}
