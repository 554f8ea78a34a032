import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { RemoteCatalog, RemoteCatalogs, RemoteParts } from '../../engine/catalog/remote-catalog.ts'
import type { FileDecoder } from '../../engine/run/decoding/file-decoder.ts'
import { linkProtocol } from '../link/control-frames.ts'
import { type LinkSocket, socketOptions } from '../link/link.ts'
import { AdmissionError, admitWorker, type JudgeWorkerToken, type WorkerAdmission } from './admit-worker.ts'
import { WorkerConnection } from './connection.ts'
import type { RelayOptions } from './exchange.ts'
import { WorkerSession } from './session.ts'
import { createTokenReader } from './worker-tokens.ts'

/** Most workers, connected or within their grace time. */
const workerLimit = 2000
/** The delay before workers dial a restarted relay. */
const retrySeconds = 2

/** The relay: accepts the connections of workers, and keeps a session for each; it opens none itself. */
export class Relay implements RemoteCatalogs {
  readonly #options: RelayOptions
  readonly #sessions = new Map<string, WorkerSession>()
  readonly #connections = new Set<WorkerConnection>()
  readonly #server = new WebSocketServer({
    ...socketOptions,
    noServer: true,
    clientTracking: false,
    handleProtocols: () => linkProtocol, // admission has found it among those offered
  })
  #isClosed = false

  constructor(options: RelayOptions) {
    this.#options = options
  }

  list(): readonly RemoteCatalog[] {
    return [...this.#sessions.values()].map(({ shown }) => shown)
  }

  get sessions(): ReadonlyMap<string, WorkerSession> {
    return this.#sessions
  }

  /**
   * Returns a decoder that has the files of this relay's workers decoded where they are, and others by
   * `local`: only what a file holds crosses the link, and no process here reads a worker's bytes.
   */
  decodeThere(local: FileDecoder): FileDecoder {
    return {
      createRunner: (source) => ({
        run: async (invocation, context) => {
          const [workerId = '', ...own] = invocation.functionName.split(':')
          // A file of another host of a group has no worker before its id.
          const isThere = source.isDecodedThere === true && own.length > 0
          const session = isThere ? this.#sessions.get(workerId) : undefined
          if (!session) return await local.createRunner(source).run(invocation, context)
          return await session.exchanges.run({ invocation, returnType: null, context })
        },
      }),
      close: async () => await local.close(),
    }
  }

  countConnected(): number {
    return [...this.#sessions.values()].filter(({ isConnected }) => isConnected).length
  }

  /** Reloads every worker; resolves when all have finished, or are away. */
  async reload(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.reload()))
  }

  /** Answers a WebSocket request from the HTTP server; `judge` wraps the token check. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, judge: JudgeWorkerToken): void {
    socket.on('error', () => socket.destroy())
    this.#admit(request, judge).then(
      (admission) =>
        this.#server.handleUpgrade(request, socket, head, (webSocket) =>
          this.#open({ webSocket, socket: request.socket }, admission),
        ),
      (error: unknown) => socket.end(this.#refuse(request, error)),
    )
  }

  /** Sends `closing` to every worker, and ends the open exchanges. */
  close(): void {
    this.#isClosed = true
    for (const session of [...this.#sessions.values()]) session.close()
    for (const connection of [...this.#connections]) connection.close(retrySeconds)
    this.#server.close()
  }

  async #admit(request: IncomingMessage, judge: JudgeWorkerToken): Promise<WorkerAdmission> {
    const admission = await admitWorker(request, this.#options, judge)
    if (this.#isClosed)
      throw new AdmissionError('host.stopping', 'The relay is stopping; try again in a few seconds.')
    if (this.#sessions.has(admission.workerId) || this.#sessions.size < workerLimit) return admission
    throw new AdmissionError(
      'host.busy',
      `This relay has its full number of ${workerLimit} workers; try again later.`,
    )
  }

  /** Logs a refusal, and returns its raw answer. */
  #refuse(request: IncomingMessage, error: unknown): string {
    const { log } = this.#options
    const isLimited = error instanceof SpecimenError && error.code === 'client.limited'
    const isRefusal = isLimited || error instanceof AdmissionError
    const refusal = isRefusal
      ? error
      : new SpecimenError('internal', 'The relay could not read its worker tokens; its log says why.')
    if (!isRefusal) log.error({ err: toSpecimenError(error) }, 'the worker tokens could not be read')
    const fields = { address: request.socket.remoteAddress, code: refusal.code }
    log.warn(fields, `a worker was refused: ${refusal.message}`)
    return this.#options.toRawAnswer(refusal, { 'sec-websocket-protocol': linkProtocol })
  }

  #open(opened: LinkSocket, admission: WorkerAdmission): void {
    const connection = new WorkerConnection(opened, admission, {
      ...this.#options,
      findSession: (workerId) => this.#findSession(workerId),
      isTaken: (workerId, instance) => this.#isTaken(workerId, instance),
      onEnd: () => this.#connections.delete(connection),
    })
    this.#connections.add(connection)
  }

  #isTaken(workerId: string, instance: string): boolean {
    const session = this.#sessions.get(workerId)
    if (session?.isConnected && session.instance !== instance) return true
    return this.#options.isElsewhere?.(workerId, instance) ?? false
  }

  #findSession(workerId: string): WorkerSession {
    const known = this.#sessions.get(workerId)
    if (known) return known
    const onGone = (): void => {
      if (this.#sessions.get(workerId) === session) this.#sessions.delete(workerId)
      this.#options.log.info({ worker: workerId }, `worker ${workerId} has left the catalog`)
    }
    const session = new WorkerSession(workerId, this.#options, onGone)
    this.#sessions.set(workerId, session)
    return session
  }
}

/** The settings of a relay; the options of a host have them. */
export interface RelaySettings {
  /** A file of workers' tokens, and tokens in a list, each with the id of its worker. */
  readonly workerTokens?: string | undefined
  readonly workerTokenList?: string | undefined
  /** Seconds for which a worker that is away keeps its runs. */
  readonly workerGrace: number
  /** Most bytes of one result. */
  readonly resultBytes: number
  /** Seconds, the longest time of one run. */
  readonly runTimeout: number
  /** Runs that may wait at one worker. */
  readonly queueSize: number
}

/** Makes the relay of a host that takes workers. */
export type OpenRelay = (parts: RemoteParts & Pick<RelayOptions, 'isElsewhere'>) => Relay

/** The relay of a host, which its engine opens; undefined before. */
export interface LoadedRelay {
  readonly open: OpenRelay
  readonly relay: Relay | undefined
}

/**
 * Returns the relay of a host, to be opened by its engine and present from then on. The tokens of workers
 * have been read: a wrong list ends the start, not a handshake. @throws `config.invalid`
 */
export async function loadRelay(
  config: RelaySettings,
  own: Pick<RelayOptions, 'toRawAnswer' | 'log' | 'software' | 'instance' | 'now'>,
): Promise<LoadedRelay> {
  const readTokens = createTokenReader(config.workerTokens, config.workerTokenList)
  await readTokens?.()
  let relay: Relay | undefined
  const open: OpenRelay = (parts) => {
    relay = new Relay({
      ...parts,
      ...own,
      readTokens,
      graceSeconds: config.workerGrace,
      pingSeconds: 10,
      deadSeconds: 25,
      waits: { arrivalSeconds: 10, answerSeconds: 10, streamSeconds: 25, cancelSeconds: 2 },
      resultBytes: config.resultBytes,
      runTimeoutSeconds: config.runTimeout,
      queueLimit: config.queueSize,
      clock: Date.now,
    })
    return relay
  }
  return {
    open,
    get relay() {
      return relay
    },
  }
}
