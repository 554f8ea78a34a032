import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createDeadline } from '../../domain/deadline.ts'
import { createDeferred } from '../../domain/deferred.ts'
import type { JsonObject } from '../../domain/json.ts'
import { questionsPath } from '../../http/routes/peer-answers.ts'
import { parseFailure } from '../redis/failure-json.ts'
import { createAgents, openRequest, wasClosedBefore } from '../results/open-request.ts'
import type { PeerSignatures } from '../results/peer-signatures.ts'
import { type HostAnswer, openAnswer } from './sealed-answer.ts'

/** How long a question may take. */
export interface QuestionWaits {
  /** From then on when the host is connected to the head of its answer. */
  readonly answerSeconds: number
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
}

/** A file keeps its connection as long as its client reads; nothing else waits for one of them. */
const connectionLimit = 512
/** A host that is there is connected within a few milliseconds. */
const connectSeconds = 0.5
/** From some bytes to the next: longer than a worker may be silent, whose own host says so first. */
const stallSeconds = 40

/** Returns the digest of a question as JSON, which its URL has and with it its signature. */
export function digestQuestion(json: string): string {
  return createHash('sha256').update(json).digest('base64url')
}

/** Asks other hosts of the group about the workers whose links they hold. */
export class PeerQuestions {
  readonly #signatures: PeerSignatures
  readonly #agents = createAgents(connectionLimit)

  constructor(signatures: PeerSignatures) {
    this.#signatures = signatures
  }

  /**
   * Asks the host at an address. Resolves when the head of its answer has come; the body must be read to its
   * end or left. @throws what the host tells that it failed with; Error when it cannot be asked
   */
  async ask(address: string, question: JsonObject, waits: QuestionWaits): Promise<HostAnswer> {
    const body = JSON.stringify(question)
    const url = new URL(`${address}${questionsPath}?digest=${digestQuestion(body)}`)
    const { authorization, keys } = this.#signatures.sign({ method: 'POST', url: url.href })
    const response = await this.#send(url, { authorization, body }, waits)
    const seal = { key: keys.sealing, question: authorization }
    try {
      const answer = await openAnswer(readPieces(response), seal)
      const { error } = answer.head
      if (error === undefined) return answer
      throw parseFailure(error) ?? new Error('it tells an error that is none')
    } catch (error) {
      response.destroy()
      throw error
    }
  }

  /** Ends its connections. */
  close(): void {
    this.#agents.plain.destroy()
    this.#agents.secure.destroy()
  }

  async #send(
    url: URL,
    { authorization, body }: { readonly authorization: string; readonly body: string },
    waits: QuestionWaits,
  ): Promise<IncomingMessage> {
    const { answerSeconds, signal } = waits
    const answered = createDeferred<IncomingMessage>()
    const headers = {
      authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const deadline = createDeadline(() => request.destroy(new Error('it does not answer in time')))
    const request = openRequest(url, {
      ...{ method: 'POST', headers, signal, deadline },
      agents: this.#agents,
      waits: { connectSeconds, answerSeconds },
    })
    request.once('response', answered.resolve)
    request.on('error', answered.reject)
    request.end(body)
    try {
      const response = await answered.promise
      if (response.statusCode === 200) return response
      response.resume()
      throw new Error(`it answers ${response.statusCode}`)
    } catch (error) {
      if (wasClosedBefore(request, error)) return await this.#send(url, { authorization, body }, waits)
      throw error
    } finally {
      deadline.stop()
    }
  }
}

/** Goes through a body as it comes, and ends it when nothing comes for long. */
async function* readPieces(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  const stalled = createDeadline(() => response.destroy(new Error('it does not go on')))
  try {
    const pieces: AsyncIterator<Uint8Array> = response[Symbol.asyncIterator]()
    for (;;) {
      stalled.start(stallSeconds)
      const { done, value } = await pieces.next()
      stalled.stop()
      if (done) return
      yield value
    }
  } finally {
    stalled.stop()
    response.destroy()
  }
}
