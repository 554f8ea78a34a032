/** The connections of the server, and its end without cutting answers. */
import type { Server as HttpServer } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { createDeferred } from '../../domain/deferred.ts'

/** How often a draining host looks for connections that have become idle. */
const idleMilliseconds = 20
/** How long nobody may have asked before it is clear that nobody asks any more. */
const awaitMilliseconds = 2000

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

/** How a server is drained. */
export interface DrainOptions {
  readonly deadlineSeconds: number
  /** Returns whether something runs whose end its clients ask for again and again. */
  readonly isBusy: () => boolean
}

/**
 * Ends a server without cutting answers: those in flight, and those ended but not yet read, which Node takes
 * for idle, get until the deadline. Connections are taken as long as something runs that its clients ask for,
 * and a moment longer, so that they find what it has left; then only those stay on which an answer waits.
 * Nothing is counted for each request while the host serves. Fastify's `close` waits for idle keep-alive
 * clients (still open after 8 s), or kills answers.
 */
export async function drainServer(
  server: HttpServer,
  sockets: ReadonlySet<Socket>,
  { deadlineSeconds, isBusy }: DrainOptions,
): Promise<void> {
  const ended = createDeferred<void>()
  const start = performance.now()
  let awaitedUntil = isBusy() ? start + awaitMilliseconds : start
  const tidy = (): void => {
    const now = performance.now()
    const isLate = now - start >= deadlineSeconds * 1000
    if (isBusy() && sockets.size > 0) awaitedUntil = now + awaitMilliseconds
    if (now < awaitedUntil && !isLate) return
    // HTTP's own would close connections that have answers to send.
    if (server.listening) NetServer.prototype.close.call(server)
    closeUnused(sockets)
    if (isLate) server.closeAllConnections()
    else if ([...sockets].every(({ writableLength }) => writableLength === 0)) server.closeIdleConnections()
    if (sockets.size === 0) ended.resolve()
  }
  // Not at once: a request may be on its way from the kernel.
  const timer = setInterval(tidy, idleMilliseconds)
  await ended.promise
  clearInterval(timer)
}

/** Browsers open connections ahead of need. Node takes one without a byte for one whose request is coming. */
function closeUnused(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}
