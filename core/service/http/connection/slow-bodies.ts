import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { createDeadline } from '../../../contract/time/deadline.ts'

const minuteSeconds = 60
/** Bytes of a file that must come in a minute. */
const leastFileBytes = 600_000

/**
 * Refuses bodies that come too slowly, in place of Node's timeout, which is one for all requests: a body must
 * be there within a minute; a file, which may be large, must go on coming until its answer is sent.
 */
export function refuseSlowBodies(app: FastifyInstance): void {
  const refuse = (socket: Duplex): void => {
    const error = new Error('the body has not come in time')
    app.server.emit('clientError', Object.assign(error, { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
  }
  app.addHook('onRequest', (request, reply, done) => {
    const { isStreamed = false } = request.routeOptions.config ?? {}
    if (isToCome(request.raw)) watchBody(reply, isStreamed ? leastFileBytes : undefined, refuse)
    done()
  })
}

/** A request that is injected has its body, and no connection. */
function isToCome({ headers, socket }: IncomingMessage): boolean {
  if (!(socket instanceof Socket)) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Refuses a body after a minute, unless `leastBytes` have come in that and it may go on. */
function watchBody(
  { raw: answer, request: { raw } }: FastifyReply,
  leastBytes: number | undefined,
  refuse: (socket: Duplex) => void,
): void {
  const { socket } = raw
  let before = socket.bytesRead
  const deadline = createDeadline(() => {
    if (raw.complete) return
    const came = socket.bytesRead - before
    before = socket.bytesRead
    const mayGoOn = leastBytes !== undefined && came >= leastBytes && !answer.writableEnded
    if (mayGoOn) deadline.start(minuteSeconds)
    else refuse(socket)
  })
  deadline.start(minuteSeconds)
  raw.once('close', deadline.stop)
}
