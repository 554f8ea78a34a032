import type { IncomingMessage } from 'node:http'
import { errorCodes, SpecimenError } from '../../contract/domain/errors.ts'
import { type AssetAnswer, findAsset } from '../../contract/domain/specimen.ts'
import { isJsonObject } from '../../contract/values/json.ts'
import { openAsset } from '../../engine/catalog/open-asset.ts'
import type { Snapshot } from '../../engine/catalog/snapshot.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import { type FileRequest, requestHeaders } from '../../federation/relay/remote-file.ts'
import { awayError } from '../../federation/relay/worker-errors.ts'
import { fileStatusHeader, filesPath } from '../../service/http/routes/peer-answers.ts'
import { isHostName } from '../members/member.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { type PeerRequests, readBody, readText } from '../results/peer-request.ts'
import type { FarWorker } from './far-workers.ts'

/** The dependencies of {@link WorkerFiles}. */
export interface WorkerFilesOptions {
  readonly find: (workerId: string) => FarWorker | undefined
  readonly requests: PeerRequests
  readonly relay: Pick<Relay, 'sessions'> | undefined
  /** Returns the own catalog of this host. */
  readonly findOwn: () => Snapshot | undefined
}

/** Longer than a relay waits for its worker: the host that holds it reports a failure itself. */
const answerSeconds = 15
/** Longer than a worker may be silent. */
const stallSeconds = 40

/** Files of workers, by the link of this host or through the host that has it; and of other hosts. */
export class WorkerFiles {
  readonly #options: WorkerFilesOptions

  constructor(options: WorkerFilesOptions) {
    this.#options = options
  }

  /** Resolves with a file of a worker, which is read as fast as it is taken. @throws as a remote `Asset` */
  async open(workerId: string, request: FileRequest, signal: AbortSignal): Promise<AssetAnswer> {
    const { relay, find, requests } = this.#options
    const session = relay?.sessions.get(workerId)
    if (session) return await session.exchanges.openFile(request, signal)
    const worker = find(workerId)
    if (!worker?.isAvailable && isHostName(workerId)) throw toLost(workerId, undefined)
    if (!worker?.isAvailable) throw awayError(workerId, 'is away at this moment; try again when it is back')
    const { specimen, part, method, headers } = request
    const passed = Object.entries(headers).filter(([name]) => requestHeaders.includes(name))
    const path = [workerId, specimen, part].map(encodeURIComponent).join('/')
    const asked = { method, headers: Object.fromEntries(passed), signal, answerSeconds }
    try {
      const response = await requests.ask(`${worker.address}${filesPath}${path}`, asked)
      const status = Number(response.headers[fileStatusHeader])
      if (!(status > 0)) throw await readProblem(response)
      return toAnswer(workerId, status, response, method === 'GET')
    } catch (error) {
      throw toLost(workerId, error)
    }
  }

  /** Opens a file for another host. @throws as a remote `Asset` */
  async openHere(workerId: string, request: FileRequest, signal: AbortSignal): Promise<AssetAnswer> {
    if (isHostName(workerId)) {
      const specimen = this.#options.findOwn()?.specimens.get(request.specimen)
      const asset = specimen && findAsset(specimen, request.part)
      if (asset) return await openAsset(asset, request, signal)
      throw new SpecimenError('file.missing', 'This host has the file no longer; ask again.')
    }
    const session = this.#options.relay?.sessions.get(workerId)
    if (!session) throw awayError(workerId, 'has moved to another host; ask again')
    return await session.exchanges.openFile(request, signal)
  }
}

function toAnswer(
  workerId: string,
  status: number,
  response: IncomingMessage,
  hasBody: boolean,
): AssetAnswer {
  const passed = Object.entries(response.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !hopHeaders.includes(name) ? [[name, value] as const] : [],
  )
  const headers = Object.fromEntries(passed)
  const byteLength = Number(headers['content-length'] ?? 0)
  if (hasBody && byteLength > 0) return { status, headers, byteLength, body: passOn(workerId, response) }
  response.resume()
  return { status, headers, byteLength, body: null }
}

/** Headers of the connection between the hosts. */
const hopHeaders = ['connection', 'keep-alive', 'date', 'transfer-encoding', fileStatusHeader]

async function* passOn(workerId: string, response: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* readBody(response, stallSeconds)
  } catch (error) {
    throw toLost(workerId, error)
  }
}

async function readProblem(response: IncomingMessage): Promise<Error> {
  const body = parseOwnJson(await readText(response, stallSeconds))
  const { code: given, detail } = isJsonObject(body) ? body : {}
  const code = errorCodes.find((known) => known === given)
  const isOfPeers = code === undefined || code.startsWith('peer.')
  return isOfPeers ? new Error(`it answers ${response.statusCode}`) : new SpecimenError(code, String(detail))
}

function toLost(workerId: string, error: unknown): unknown {
  if (error instanceof SpecimenError) return error
  const detail = isHostName(workerId)
    ? 'The host that has this file could not be reached; try again.'
    : `Worker "${workerId}" could not be reached through the host that holds its link; try again.`
  return new SpecimenError('worker.unreachable', detail, { cause: error, retryAfterSeconds: 2 })
}
