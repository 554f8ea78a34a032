/** The connections of the server, and its end without cutting answers. */
import type { Server as HttpServer } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { createDeferred } from '../../domain/deferred.ts'

/** How often a draining host looks for connections that have become idle. */
const idleMilliseconds = 20
/** How long the clients of jobs have to fetch what the last one has left. */
const fetchMilliseconds = 2000

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
 * for idle, get until the deadline. Connections on which nothing is asked are closed, but not while something
 * runs for their clients and a moment longer: they could not come back. Nothing is counted for each request
 * while the host serves. Fastify's `close` waits for idle keep-alive clients (still open after 8 s), or kills
 * answers.
 */
export async function drainServer(
  server: HttpServer,
  sockets: ReadonlySet<Socket>,
  { deadlineSeconds, isBusy }: DrainOptions,
): Promise<void> {
  NetServer.prototype.close.call(server) // HTTP's own would close idle connections at once
  const deadline = setTimeout(() => server.closeAllConnections(), deadlineSeconds * 1000)
  const ended = createDeferred<void>()
  let idleFrom = performance.now()
  const tidy = (): void => {
    const now = performance.now()
    if (isBusy()) idleFrom = now + fetchMilliseconds
    closeUnused(sockets)
    const isUnread = [...sockets].some(({ writableLength }) => writableLength > 0)
    if (now >= idleFrom && !isUnread) server.closeIdleConnections()
    if (sockets.size === 0) ended.resolve()
  }
  const timer = setInterval(tidy, idleMilliseconds)
  tidy()
  await ended.promise
  clearInterval(timer)
  clearTimeout(deadline)
}

/** Browsers open connections ahead of need. Node takes one without a byte for one whose request is coming. */
function closeUnused(sockets: ReadonlySet<Socket>): void {
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
}
