/**
 * Requests for another protocol. Once there is a listener, Node hands it all of them, with a connection that
 * HTTP no longer reads: WebSocket requests go to their handler, all others (`h2c`, as Java's clients offer
 * it) back to HTTP.
 */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Handles a WebSocket request and owns its connection. `head` is the data read beyond the request. `judge`
 * checks the request's token by `look`, which throws `token.missing` or `token.refused`, and counts wrong
 * ones: it throws `client.limited` after too many.
 */
export type Upgrade = (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  judge: <Found>(look: () => Promise<Found>) => Promise<Found>,
) => void

/**
 * Passes the server's WebSocket requests that it takes to `upgrade`, each after the answers to the requests
 * before it. Others are answered as HTTP without the wish.
 */
export function takeUpgrades(
  server: HttpServer,
  takes: (request: IncomingMessage) => boolean,
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  server.prependListener(
    'request',
    ({ socket }: IncomingMessage, response: ServerResponse) => void latest.set(socket, response),
  )
  server.on('upgrade', (request, socket, head) => {
    const proceed = (): void => {
      const isWebSocket = request.headers.upgrade?.toLowerCase() === 'websocket'
      if (isWebSocket && takes(request)) upgrade(request, socket, head)
      else giveBack(server, request, head)
    }
    const earlier = latest.get(socket)
    if (earlier === undefined || earlier.writableFinished) proceed()
    else waitFor(earlier, socket, proceed)
  })
}

/** Proceeds when an answer is complete; meanwhile an unhandled socket error would end the process. */
function waitFor(answer: ServerResponse, socket: Duplex, proceed: () => void): void {
  const destroy = (): void => void socket.destroy()
  socket.on('error', destroy)
  answer.once('finish', () => {
    socket.off('error', destroy)
    if (!socket.destroyed) proceed()
  })
}

/** Returns a request to HTTP: writes it again without the upgrade headers, and parses it once more. */
function giveBack(server: HttpServer, request: IncomingMessage, rest: Buffer): void {
  const { method, url, httpVersion, rawHeaders, socket, headers } = request
  const asking = ['upgrade', 'connection', 'http2-settings']
  const lines = rawHeaders.flatMap((name, i) => {
    return i % 2 === 1 || asking.includes(name.toLowerCase()) ? [] : [`${name}: ${rawHeaders[i + 1]}`]
  })
  if (/(^|,)\s*close\s*(,|$)/i.test(headers.connection ?? '')) lines.push('connection: close')
  const head = [`${method} ${url} HTTP/${httpVersion}`, ...lines].join('\r\n')
  socket.unshift(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), rest]))
  server.emit('connection', socket)
}
