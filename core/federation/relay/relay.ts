/**
 * The relay: takes the connections of workers, lets each prove who it is, and keeps a session for every one
 * of them. To the catalog it is one more source (`RemoteCatalogs`); it opens no connection to anywhere.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { RemoteCatalog, RemoteCatalogs } from '../../catalog/remote-catalog.ts'
import { toSpecimenError } from '../../domain/errors.ts'
import { linkProtocol } from '../link/control-frames.ts'
import { socketOptions } from '../link/link.ts'
import {
  type Admission,
  admitWorker,
  type DoorOptions,
  refuseUpgrade,
  UpgradeRefusal,
} from './admit-worker.ts'
import { type ConnectionOptions, WorkerConnection } from './connection.ts'
import { type SessionOptions, WorkerSession } from './session.ts'

export type RelayOptions = DoorOptions &
  Omit<ConnectionOptions, 'findSession' | 'onEnd'> &
  Omit<SessionOptions, 'onGone'>

/** Most workers, connected or within their grace time. */
const workerLimit = 2000
/** When workers should come back to a relay that stops. */
const retrySeconds = 2

export class Relay implements RemoteCatalogs {
  readonly #options: RelayOptions
  readonly #sessions = new Map<string, WorkerSession>()
  readonly #connections = new Set<WorkerConnection>()
  readonly #server = new WebSocketServer({
    ...socketOptions,
    noServer: true,
    clientTracking: false,
    handleProtocols: () => linkProtocol, // the door has seen that it is offered
  })
  #isClosed = false

  constructor(options: RelayOptions) {
    this.#options = options
  }

  list(): readonly RemoteCatalog[] {
    return [...this.#sessions.values()].map(({ shown }) => shown)
  }

  async reload(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map((session) => session.reload()))
  }

  /** Answers an HTTP server's request for a WebSocket. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy())
    this.#admit(request).then(
      (admission) => this.#accept(request, socket, head, admission),
      (error: unknown) => this.#refuse(request, socket, error),
    )
  }

  /** Tells every worker that the relay stops, and ends what they were asked. */
  close(): void {
    this.#isClosed = true
    for (const session of [...this.#sessions.values()]) session.close()
    for (const connection of [...this.#connections]) connection.close(retrySeconds)
    this.#server.close()
  }

  async #admit(request: IncomingMessage): Promise<Admission> {
    const admission = await admitWorker(request, this.#options)
    if (this.#isClosed) throw new UpgradeRefusal(503, 'The relay is stopping; try again in a few seconds.')
    if (this.#sessions.has(admission.workerId) || this.#sessions.size < workerLimit) return admission
    throw new UpgradeRefusal(503, `This relay has its full number of ${workerLimit} workers.`)
  }

  #refuse(request: IncomingMessage, socket: Duplex, error: unknown): void {
    const { log } = this.#options
    const isKnown = error instanceof UpgradeRefusal
    const refusal = isKnown
      ? error
      : new UpgradeRefusal(500, 'The relay could not look at its worker tokens; its log says why.')
    if (!isKnown) log.error({ err: toSpecimenError(error) }, 'the worker tokens could not be read')
    const fields = { address: request.socket.remoteAddress, status: refusal.status }
    log.warn(fields, `a worker was refused: ${refusal.message}`)
    refuseUpgrade(socket, refusal)
  }

  #accept(request: IncomingMessage, socket: Duplex, head: Buffer, admission: Admission): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const connection: WorkerConnection = new WorkerConnection(
        webSocket,
        socket as Socket, // the server's own
        admission,
        {
          ...this.#options,
          findSession: (workerId) => this.#findSession(workerId),
          onEnd: () => this.#connections.delete(connection),
        },
      )
      this.#connections.add(connection)
    })
  }

  #findSession(workerId: string): WorkerSession {
    const known = this.#sessions.get(workerId)
    if (known) return known
    const onGone = (): void => {
      if (this.#sessions.get(workerId) === session) this.#sessions.delete(workerId)
      this.#options.log.info({ worker: workerId }, `worker ${workerId} has left the catalog`)
    }
    const session = new WorkerSession(workerId, { ...this.#options, onGone })
    this.#sessions.set(workerId, session)
    return session
  }
}
