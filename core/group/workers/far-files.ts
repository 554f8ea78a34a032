import { SpecimenError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'
import { isCount } from '../../domain/number.ts'
import type { AssetAnswer } from '../../domain/specimen.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import { type FileRequest, requestHeaders } from '../../federation/relay/remote-file.ts'
import { awayError } from '../../federation/relay/worker-errors.ts'
import type { PeerQuestions } from './peer-questions.ts'
import type { HostAnswer } from './sealed-answer.ts'
import type { WorkerDirectory } from './worker-directory.ts'

/** What {@link WorkerFiles} are had with. */
export interface WorkerFilesOptions {
  readonly directory: Pick<WorkerDirectory, 'find'>
  readonly questions: Pick<PeerQuestions, 'ask'>
  readonly relay: Pick<Relay, 'sessions'> | undefined
}

/** Longer than a relay waits for its worker: what is wrong is said by the host that holds it. */
const answerSeconds = 15

/** Files of workers: from the link of this host, or through the host that holds the worker. */
export class WorkerFiles {
  readonly #options: WorkerFilesOptions

  constructor(options: WorkerFilesOptions) {
    this.#options = options
  }

  /** Resolves with a file of a worker, which is read as fast as it is taken. @throws as a remote `Asset` */
  async open(workerId: string, request: FileRequest, signal: AbortSignal): Promise<AssetAnswer> {
    const { relay, directory, questions } = this.#options
    const session = relay?.sessions.get(workerId)
    if (session) return await session.openFile(request, signal)
    const found = directory.find(workerId)
    if (!found?.isAvailable) throw awayError(workerId, 'is away at this moment; try again when it is back')
    const { specimen, part, method } = request
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => requestHeaders.includes(name)),
    )
    const question = { ask: 'file', worker: workerId, specimen, part, method, headers }
    try {
      const answer = await questions.ask(found.address, question, { answerSeconds, signal })
      return toAsset(workerId, answer)
    } catch (error) {
      throw toLost(workerId, error)
    }
  }

  /** Answers a host that has been asked for a file of a worker. @throws as a remote `Asset` */
  async answer(workerId: string, question: JsonObject, signal: AbortSignal): Promise<HostAnswer> {
    const session = this.#options.relay?.sessions.get(workerId)
    if (!session) throw awayError(workerId, 'has moved to another host; ask again')
    const { status, headers, byteLength, body } = await session.openFile(parseRequest(question), signal)
    const head = { status, headers: { ...headers }, length: byteLength }
    return { head, bytes: body ? byteLength : 0, body: body ?? nothing() }
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

function parseRequest({ specimen, part, method, headers }: JsonObject): FileRequest {
  if (typeof specimen !== 'string' || (part !== 'data' && part !== 'thumbnail')) throw questionError('a file')
  if (method !== 'GET' && method !== 'HEAD') throw questionError('GET or HEAD')
  return { specimen, part, method, headers: parseHeaders(headers) }
}

function toAsset(workerId: string, { head, bytes, body }: HostAnswer): AssetAnswer {
  const { status, length } = head
  if (!isCount(status) || !isCount(length)) throw questionError('an answer of a file')
  const headers = parseHeaders(head.headers)
  return { status, headers, byteLength: length, body: bytes > 0 ? passOn(workerId, body) : null }
}

async function* passOn(workerId: string, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throw toLost(workerId, error)
  }
}

function parseHeaders(value: Json | undefined): { [name: string]: string } {
  if (value === undefined || !isJsonObject(value)) throw questionError('headers')
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

/** `request.invalid`: a host of this version asks and answers otherwise. */
export function questionError(wanted: string): SpecimenError {
  return new SpecimenError(
    'request.invalid',
    `Another host of the group has sent something else than ${wanted}.`,
  )
}

function toLost(workerId: string, error: unknown): unknown {
  if (error instanceof SpecimenError) return error
  const detail = `Worker "${workerId}" could not be reached through the host that holds its link; try again.`
  return new SpecimenError('worker.unreachable', detail, { cause: error, retryAfterSeconds: 2 })
}
