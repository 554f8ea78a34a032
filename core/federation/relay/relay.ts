import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { RemoteCatalog, RemoteCatalogs, RemoteParts } from '../../catalog/remote-catalog.ts'
import type { Config } from '../../config.ts'
import { SpecimenError, toSpecimenError } from '../../domain/errors.ts'
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

/** Makes the relay of a host that takes workers. */
export type OpenRelay = (parts: RemoteParts & Pick<RelayOptions, 'isElsewhere'>) => Relay

/**
 * Returns the relay of a host, to be opened by its engine and present from then on. The tokens of workers
 * have been read: a wrong list ends the start, not a handshake. @throws `config.invalid`
 */
export async function loadRelay(
  config: Config,
  own: Pick<RelayOptions, 'toRawAnswer' | 'log' | 'software' | 'instance' | 'now'>,
): Promise<{ readonly open: OpenRelay; readonly relay: Relay | undefined }> {
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
