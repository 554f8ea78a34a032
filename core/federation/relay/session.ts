import type { RemoteCatalog } from '../../catalog/remote-catalog.ts'
import { createDeadline } from '../../domain/deadline.ts'
import { type SpecimenError, toSpecimenError } from '../../domain/errors.ts'
import type { AssetAnswer } from '../../domain/specimen.ts'
import type { Chunk } from '../link/chunk.ts'
import type { WorkerFrame, WorkerFrameOf } from '../link/control-frames.ts'
import type { LinkEnd } from '../link/link.ts'
import { LinkError } from '../link/link-error.ts'
import type { AnnouncedCatalog } from './announced-catalog.ts'
import type { RefusedEntry } from './announced-entries.ts'
import { type ExchangeLink, OpenExchanges, type OpenExchangesOptions } from './open-exchanges.ts'
import type { FileRequest } from './remote-file.ts'
import { showCatalog } from './shown-catalog.ts'
import { awayError, refusedError, WorkerLeftError } from './worker-errors.ts'

/** What a session needs of its relay. */
export interface SessionOptions extends OpenExchangesOptions {
  /** For how long a worker may be away before it is given up. */
  readonly graceSeconds: number
  /** Called when what the session shows in the catalog has changed. */
  readonly onChange: () => void
  /** Called when the worker has been given up. */
  readonly onGone: () => void
}

/** The connection that a session has at the moment. */
export interface SessionLink extends ExchangeLink {
  close(code: 'replaced', detail: string, retrySeconds: number | null): void
  cut(detail: string): void
}

/**
 * A worker as the relay knows it, over as many links as it takes: what it shows in the catalog, and whether
 * it is there; what it was asked is in {@link OpenExchanges}. A lost link is a pause. Only when the grace
 * time is over, or another process comes under the same id, does what is open end, with a text that names the
 * worker.
 */
export class WorkerSession {
  readonly workerId: string
  readonly #options: SessionOptions
  readonly #exchanges: OpenExchanges
  readonly #grace
  #catalog: AnnouncedCatalog | undefined
  /** What is shown of the catalog, until either changes. */
  #shown: RemoteCatalog | undefined
  #link: SessionLink | undefined
  /** Which start of the worker's process has joined last. */
  #instance = ''
  #joins = 0

  constructor(workerId: string, options: SessionOptions) {
    this.workerId = workerId
    this.#options = options
    this.#exchanges = new OpenExchanges(workerId, options)
    this.#grace = createDeadline(() =>
      this.#leave(awayError(workerId, `has been away for ${options.graceSeconds} s and is given up`)),
    )
  }

  /** Whether the worker is there. */
  get isConnected(): boolean {
    return this.#link !== undefined
  }

  /** Whether the worker is there and takes what it is asked. */
  get isAvailable(): boolean {
    return this.#exchanges.isReady
  }

  /** Which start of the worker's process has joined last. */
  get instance(): string {
    return this.#instance
  }

  /** How often a link of the worker has joined. */
  get joins(): number {
    return this.#joins
  }

  /** What the worker has announced on its last link; undefined before it has joined. */
  get announced(): AnnouncedCatalog | undefined {
    return this.#catalog
  }

  /** What the worker shows in the catalog at this moment. */
  get shown(): RemoteCatalog {
    this.#shown ??= this.#show()
    return this.#shown
  }

  /**
   * Takes over a connection whose worker has sent its hello and its catalog. The connection before it ends:
   * quietly if it is the same process, else with the reason. Returns the exchanges that go on with
   * {@link resume}, once the worker has been welcomed.
   */
  join(
    link: SessionLink,
    { instance, places }: WorkerFrameOf<'hello'>,
    catalog: AnnouncedCatalog,
  ): readonly number[] {
    const isSameProcess = instance === this.#instance
    const before = this.#link
    this.#link = undefined
    this.#exchanges.detach()
    if (isSameProcess) before?.cut('the same worker has connected again')
    else {
      const who = `Another process has connected as worker "${this.workerId}" with a valid token.`
      before?.close('replaced', who, null)
      this.#exchanges.failAll(
        awayError(this.workerId, 'was restarted and has lost what it was asked before; ask again'),
      )
    }
    this.#grace.stop()
    this.#instance = instance
    this.#joins++
    this.#catalog = catalog
    this.#link = link
    return this.#exchanges.attach(link, places)
  }

  /** Goes on with what was open before the worker joined. */
  resume(): void {
    this.#exchanges.resume()
    this.#change()
  }

  /** The link of the session has ended. */
  lose(link: SessionLink, end: LinkEnd): void {
    if (this.#link !== link) return
    this.#link = undefined
    const isRefusal = end.isPeers && (end.code === 'protocol' || end.code === 'frame.unknown')
    this.#exchanges.detach(isRefusal ? refusedError(this.workerId, end.detail) : undefined)
    this.#options.log.warn(
      { worker: this.workerId, code: end.code },
      `worker ${this.workerId} is away: ${end.detail}`,
    )
    this.#grace.start(this.#options.graceSeconds)
    this.#change()
  }

  /** Takes a frame of the joined connection. @throws LinkError */
  receive(frame: WorkerFrame): void {
    if (frame.type === 'draining') {
      this.#exchanges.drain()
      this.#change()
    } else if ('id' in frame) this.#exchanges.receive(frame)
    else throw new LinkError('protocol', `a frame ${frame.type} does not belong here`)
  }

  /** Takes a chunk of the joined connection. @throws LinkError */
  receiveChunk(chunk: Chunk): void {
    this.#exchanges.receiveChunk(chunk)
  }

  /** Takes a rule that the worker has broken, before its link ends. */
  failBroken(error: LinkError): void {
    this.#exchanges.failBroken(error)
  }

  /** Asks the worker to read its folders again; resolves when it has, has failed, or is away. */
  async reload(): Promise<void> {
    try {
      await this.#exchanges.reload()
    } catch (error) {
      const { code, message } = toSpecimenError(error)
      this.#options.log.warn({ worker: this.workerId, code }, message)
    }
  }

  /** Asks the worker for a file of a specimen. @throws as an `Asset` of kind `remote` */
  async openFile(request: FileRequest, signal: AbortSignal): Promise<AssetAnswer> {
    return await this.#exchanges.openFile(request, signal)
  }

  /** Ends what the worker was asked: the relay stops. */
  close(): void {
    const why = 'is no longer served, because the relay is stopping'
    this.#leave(new WorkerLeftError(this.workerId, why))
  }

  /** The worker, as the process `instance`, has connected to another host of the group: gives it up here. */
  moveAway(instance: string): void {
    const link = this.#link
    this.#leave(new WorkerLeftError(this.workerId, 'has connected to another host; ask again'))
    if (instance === this.#instance) link?.cut('the same worker has connected to another host')
    else {
      const who = `Another process has connected as worker "${this.workerId}" with a valid token.`
      link?.close('replaced', who, null)
    }
  }

  /** The catalog has changed: sends the worker, and logs, which of its entries are not served. */
  update(refused: readonly RefusedEntry[]): void {
    this.#change()
    const [first] = refused
    if (!first) return
    this.#link?.send({ type: 'refused', entries: refused.map((entry) => ({ ...entry })) })
    this.#options.log.warn(
      { worker: this.workerId, entries: refused.length },
      `${refused.length} entries of worker ${this.workerId} are not served; ` +
        `the first is ${first.kind} ${first.id}: ${first.detail}`,
    )
  }

  #leave(error: SpecimenError): void {
    this.#grace.stop()
    this.#link = undefined
    this.#exchanges.close(error)
    this.#options.onGone()
    this.#options.onChange()
  }

  #change(): void {
    this.#shown = undefined
    this.#options.onChange()
  }

  #show(): RemoteCatalog {
    const { workerId } = this
    return showCatalog(this.#catalog, {
      workerId,
      isAvailable: this.isAvailable,
      createRunner: ({ return_type: returnType }) => ({
        run: (invocation, context) => this.#exchanges.run({ invocation, returnType, context }),
      }),
    })
  }
}
