/**
 * Requests for another protocol. Once anybody takes them, Node hands over all of them, with a connection that
 * HTTP no longer reads: those for a WebSocket go on to their taker, all others (`h2c`, as Java's
 * clients offer it) back to HTTP.
 */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Looks at a request's token by `look`, which throws `token.missing` or `token.refused` for a wrong one, and
 * counts that. @throws `client.limited` for a client that has shown too many, and what `look` does
 */
export type JudgeToken = <Found>(look: () => Promise<Found>) => Promise<Found>

/**
 * Takes a request for a WebSocket, whose connection is its own from then on. `head` is what was read beyond
 * the request; `judge` stands around the look at its token.
 */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer, judge: JudgeToken) => void

/** Takes a request for a WebSocket from the server. */
type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Hands the server's requests for a WebSocket to `upgrade`, each after the answers to the requests before it.
 */
export function takeUpgrades(server: HttpServer, upgrade: TakeUpgrade): void {
  const latest = new WeakMap<Duplex, ServerResponse>()
  server.prependListener(
    'request',
    ({ socket }: IncomingMessage, response: ServerResponse) => void latest.set(socket, response),
  )
  server.on('upgrade', (request, socket, head) => {
    const proceed = (): void => {
      if (request.headers.upgrade?.toLowerCase() === 'websocket') upgrade(request, socket, head)
      else giveBack(server, request, head)
    }
    const earlier = latest.get(socket)
    if (earlier === undefined || earlier.writableFinished) proceed()
    else waitFor(earlier, socket, proceed)
  })
}

/**
 * Goes on when an answer is complete. Meanwhile an error of its connection is caught here: without a
 * listener it would end the process.
 */
function waitFor(answer: ServerResponse, socket: Duplex, proceed: () => void): void {
  const destroy = (): void => void socket.destroy()
  socket.on('error', destroy)
  answer.once('finish', () => {
    socket.off('error', destroy)
    if (!socket.destroyed) proceed()
  })
}

/**
 * Lets HTTP answer a request after all: it is written again without what asked for the protocol, and read
 * once more.
 */
function giveBack(server: HttpServer, request: IncomingMessage, rest: Buffer): void {
  const { method, url, httpVersion, rawHeaders, socket } = request
  const asking = ['upgrade', 'connection', 'http2-settings']
  const lines = rawHeaders.flatMap((name, i) => {
    return i % 2 === 1 || asking.includes(name.toLowerCase()) ? [] : [`${name}: ${rawHeaders[i + 1]}`]
  })
  const head = [`${method} ${url} HTTP/${httpVersion}`, ...lines].join('\r\n')
  socket.unshift(Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), rest]))
  server.emit('connection', socket)
}
