/** Stalled readers are disconnected: their pending answers cost memory and hold places that others need. */
import type { Server } from 'node:http'
import type { Log } from '../../domain/log.ts'

/** The longest time in which a client may read nothing of an answer; one byte renews it. */
export const stalledSeconds = 30

/**
 * Ends and logs each connection whose client reads nothing for so long; waiting for an answer is no stall.
 * The timeout is the connection's, so that requests cost nothing: Node sets it again before each request, and
 * its own keep-alive timeout between two.
 */
export function dropStalledReaders(server: Server, log: Log, seconds = stalledSeconds): void {
  const milliseconds = seconds * 1000
  server.setTimeout(milliseconds, (socket) => {
    const { writableLength: bytes, timeout, remoteAddress: client } = socket
    // Its answer is being made.
    if (bytes === 0 && timeout === milliseconds) return void socket.setTimeout(milliseconds)
    if (bytes === 0) return void socket.destroy() // the timeout of a connection without a request
    log.warn({ client, bytes }, `a client that has read nothing for ${seconds} s was cut off`)
    socket.resetAndDestroy() // otherwise the kernel would keep its buffer for some minutes more
  })
}
