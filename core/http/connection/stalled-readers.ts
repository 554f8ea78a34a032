/** Clients that do not read what they asked for: what waits for them costs memory, and places others need. */
import type { Server } from 'node:http'
import type { Log } from '../../domain/log.ts'

/** How long a client may take nothing of an answer that is being sent. One byte is enough to go on. */
export const stalledSeconds = 30

/**
 * Ends and logs each connection whose client takes nothing of an answer for so long; waiting for an answer is
 * no stall. The time is the connection's, not a request's, so that requests pay nothing for it: Node sets it
 * again before each of them, and its own shorter or longer one between two.
 */
export function dropStalledReaders(server: Server, log: Log, seconds = stalledSeconds): void {
  const milliseconds = seconds * 1000
  server.setTimeout(milliseconds, (socket) => {
    const { writableLength: bytes, timeout, remoteAddress: client } = socket
    // Its answer is being made.
    if (bytes === 0 && timeout === milliseconds) return void socket.setTimeout(milliseconds)
    if (bytes === 0) return void socket.destroy() // a connection without a request has had its time, too
    log.warn({ client, bytes }, `a client that has read nothing for ${seconds} s was cut off`)
    socket.resetAndDestroy() // else the kernel would keep what it holds for some minutes more
  })
}
