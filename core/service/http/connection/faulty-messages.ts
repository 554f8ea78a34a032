import type { Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Answers messages that Node's parser refuses, one answer a message: a fault in a body may come when its
 * request has been refused for its headers already, and one behind a request while that one still runs.
 */
export class FaultyMessages {
  /** The answer to the newest message whose headers were read. */
  readonly #newest = new WeakMap<Duplex, ServerResponse>()
  readonly #refused = new WeakSet<Duplex>()

  watch(server: Server): void {
    server.on('request', (request, response) => this.#newest.set(request.socket, response))
  }

  /** Ends the connection, with `answer` behind the answers to earlier messages if this one has none. */
  refuse(socket: Duplex, answer: string): void {
    if (this.#refused.has(socket)) return // what comes behind a fault is no message
    this.#refused.add(socket)
    const end = (): void => void (socket.writable ? socket.end(answer) : socket.destroy())
    const response = this.#newest.get(socket)
    const isOfBody = response?.req.complete === false
    if (isOfBody && response.writableEnded) socket.end()
    else if (isOfBody && response.headersSent) socket.destroy()
    else if (isOfBody || response === undefined || response.writableFinished) end()
    else response.once('close', end)
  }
}
