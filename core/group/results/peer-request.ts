import { type IncomingMessage, Agent as PlainAgent, request } from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { createDeadline } from '../../domain/deadline.ts'
import { createDeferred } from '../../domain/deferred.ts'
import type { PeerSignatures } from './peer-signatures.ts'

/** The patience with another host, in seconds. */
export interface PeerWaits {
  /** Until it is connected. */
  readonly connectSeconds: number
  /** From then on to the head of its answer. */
  readonly answerSeconds: number
}

/** A request of another host. */
export interface PeerAsk extends Partial<PeerWaits> {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: { readonly [name: string]: string }
  readonly signal?: AbortSignal
}

/** A host that is there is connected, and answers, within a few milliseconds. */
const usualWaits: PeerWaits = { connectSeconds: 0.5, answerSeconds: 2 }

/** Asks other hosts of the group over kept connections, with signed requests. */
export class PeerRequests {
  readonly #signatures: PeerSignatures
  readonly #plain: PlainAgent
  readonly #secure: SecureAgent

  /** At most `limit` connections are opened to each host. */
  constructor(signatures: PeerSignatures, limit: number) {
    const options = { keepAlive: true, maxSockets: limit }
    this.#signatures = signatures
    this.#plain = new PlainAgent(options)
    this.#secure = new SecureAgent(options)
  }

  /** Resolves with the answer once its head has come. @throws Error when the host cannot be asked */
  async ask(address: string, given: PeerAsk = {}): Promise<IncomingMessage> {
    const { method = 'GET', headers, signal, ...waits } = given
    const { connectSeconds, answerSeconds } = { ...usualWaits, ...waits }
    const url = new URL(address)
    const isSecure = url.protocol === 'https:'
    const authorization = this.#signatures.sign({ method, url: url.href })
    const options = { method, headers: { ...headers, authorization }, ...(signal && { signal }) }
    const answered = createDeferred<IncomingMessage>()
    const sent = isSecure
      ? requestSecurely(url, { ...options, agent: this.#secure })
      : request(url, { ...options, agent: this.#plain })
    const deadline = createDeadline(() => sent.destroy(new Error('it does not answer in time')))
    sent.once('socket', (socket) => {
      if (!socket.connecting) return deadline.start(answerSeconds)
      deadline.start(connectSeconds)
      socket.once(isSecure ? 'secureConnect' : 'connect', () => deadline.start(answerSeconds))
    })
    sent.once('response', answered.resolve)
    sent.on('error', answered.reject)
    sent.end()
    try {
      return await answered.promise
    } catch (error) {
      // A kept connection that turns out to be closed is no answer.
      const wasClosed = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
      if (sent.reusedSocket && wasClosed) return await this.ask(address, given)
      throw error
    } finally {
      deadline.stop()
    }
  }

  close(): void {
    this.#plain.destroy()
    this.#secure.destroy()
  }
}

/** Yields a body as it comes. @throws Error when nothing comes for so many seconds */
export async function* readBody(response: IncomingMessage, stallSeconds: number): AsyncGenerator<Uint8Array> {
  const stalled = createDeadline(() => response.destroy(new Error('it does not go on')))
  try {
    stalled.start(stallSeconds)
    for await (const piece of response) {
      stalled.stop()
      yield piece
      stalled.start(stallSeconds)
    }
  } finally {
    stalled.stop()
    response.destroy()
  }
}
