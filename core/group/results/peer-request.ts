import { once } from 'node:events'
import {
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
  type RequestOptions,
  request,
} from 'node:http'
import { request as requestSecurely, Agent as SecureAgent } from 'node:https'
import { createDeadline } from '../../contract/time/deadline.ts'
import type { PeerSignatures } from './peer-signatures.ts'

/** A request of another host. */
export interface PeerAsk {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: { readonly [name: string]: string }
  readonly signal?: AbortSignal
  /** The longest time until the head of its answer: a host that is there needs a few milliseconds. */
  readonly answerSeconds?: number
}

/** Asks other hosts of the group over kept connections, with signed requests. */
export class PeerRequests {
  readonly #signatures: Pick<PeerSignatures, 'sign'>
  readonly #plain: PlainAgent
  readonly #secure: SecureAgent

  /** At most `limit` connections are opened to each host. */
  constructor(signatures: Pick<PeerSignatures, 'sign'>, limit: number) {
    const options = { keepAlive: true, maxSockets: limit }
    this.#signatures = signatures
    this.#plain = new PlainAgent(options)
    this.#secure = new SecureAgent(options)
  }

  /** Resolves with the answer once its head has come. @throws Error when the host cannot be asked */
  async ask(address: string, given: PeerAsk = {}): Promise<IncomingMessage> {
    const { method = 'GET', headers, signal, answerSeconds = 2 } = given
    const url = new URL(address)
    const authorization = this.#signatures.sign({ method, url: url.href })
    const agent = isSecure(url) ? this.#secure : this.#plain
    const options = { method, headers: { ...headers, authorization }, agent, ...(signal && { signal }) }
    const sent = beginRequest(url, options)
    sent.on('error', () => {}) // also after the answer, whose body then fails
    const stop = awaitAnswer(answerSeconds, () => sent.destroy(new Error('it does not answer in time')))
    try {
      const [response]: IncomingMessage[] = await once(sent.end(), 'response')
      if (!response) throw new Error('it answers nothing')
      return response
    } catch (error) {
      // A kept connection that turns out to be closed is no answer.
      const wasClosed = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
      if (sent.reusedSocket && wasClosed) return await this.ask(address, given)
      throw error
    } finally {
      stop()
    }
  }

  /** Resolves with true when a host answers, whatever it says. */
  async canReach(address: string): Promise<boolean> {
    try {
      const response = await this.ask(`${address}/livez`)
      response.resume()
      return true
    } catch {
      return false
    }
  }

  close(): void {
    this.#plain.destroy()
    this.#secure.destroy()
  }
}

/** Steps in which an answer is awaited. */
const awaitedSteps = 4

/**
 * Calls a function when no answer has come for so many seconds in which this process could have read it: a
 * time for which it was busy itself counts as one step of four. Returns what ends the wait.
 */
export function awaitAnswer(seconds: number, onSilent: () => void): () => void {
  let left = awaitedSteps
  const step = createDeadline(() => {
    left--
    if (left > 0) step.start(seconds / awaitedSteps)
    else onSilent()
  })
  step.start(seconds / awaitedSteps)
  return step.stop
}

/** Begins a request of another host, over TLS where its address says so. */
export function beginRequest(url: URL, options: RequestOptions): ClientRequest {
  return isSecure(url) ? requestSecurely(url, options) : request(url, options)
}

function isSecure({ protocol }: URL): boolean {
  return protocol === 'https:'
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

/** Problem documents have some hundred bytes. */
const textLimit = 20_000

/** Resolves with the text of a short answer, of a long one with its beginning. @throws as {@link readBody} */
export async function readText(response: IncomingMessage, stallSeconds: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of readBody(response, stallSeconds)) {
    text += decoder.decode(piece, { stream: true })
    if (text.length > textLimit) break
  }
  return text
}
