/** Clients that do not read what they asked for: what waits for them costs memory, and places others need. */
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../domain/log.ts'

/** How long a client may take nothing of an answer that is being sent. One byte is enough to go on. */
export const stalledSeconds = 30

/** Ends and logs each connection whose client takes nothing of an answer for so long; waiting is no stall. */
export function dropStalledReaders(app: FastifyInstance, log: Log, seconds = stalledSeconds): void {
  app.addHook('onRequest', (request, { raw }, done) => {
    const { socket } = request.raw
    done()
    if (!(socket instanceof Socket)) return // an injected request has none
    // Called when neither direction has moved for so long. After the answer Node sets a timeout of its own.
    raw.setTimeout(seconds * 1000, () => {
      const bytes = socket.writableLength
      if (bytes === 0) return socket.setTimeout(seconds * 1000) // nothing waits for the client
      log.warn({ url: request.url, bytes }, `a client that has read nothing for ${seconds} s was cut off`)
      socket.destroy()
    })
  })
}
