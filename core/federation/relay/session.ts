import { type SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import { formatCount } from '../../contract/text/count.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import type { RemoteCatalog } from '../../engine/catalog/remote-catalog.ts'
import type { RelayFrame, WorkerFrame, WorkerFrameOf } from '../link/control-frames.ts'
import type { Link, LinkEnd } from '../link/link.ts'
import { LinkError } from '../link/link-error.ts'
import { type AnnouncedCatalog, showCatalog } from './announced-catalog.ts'
import type { RefusedEntry } from './announced-entries.ts'
import type { RelayOptions } from './exchange.ts'
import { OpenExchanges } from './open-exchanges.ts'
import { awayError, refusedError, takesNoData, WorkerLeftError } from './worker-errors.ts'

/**
 * A worker at the relay, over many links: its visible catalog and its presence; its requests are in {@link
 * OpenExchanges}. A lost link is a pause. Open exchanges end only after the grace time, or when another
 * process connects under the same id, with an error that names the worker.
 */
export class WorkerSession {
  readonly workerId: string
  readonly #options: RelayOptions
  readonly #onGone: () => void
  readonly exchanges: OpenExchanges
  readonly #grace
  #catalog: AnnouncedCatalog | undefined
  #shown: RemoteCatalog | undefined
  #link: Link<RelayFrame, WorkerFrame> | undefined
  #instance = ''
  #joins = 0

  constructor(workerId: string, options: RelayOptions, onGone: () => void) {
    this.workerId = workerId
    this.#options = options
    this.#onGone = onGone
    this.exchanges = new OpenExchanges(workerId, options)
    this.#grace = createDeadline(() =>
      this.#leave(awayError(workerId, `has been away for ${options.graceSeconds} s and is given up`)),
    )
  }

  get isConnected(): boolean {
    return this.#link !== undefined
  }

  /** The process of the worker that joined last. */
  get instance(): string {
    return this.#instance
  }

  get joins(): number {
    return this.#joins
  }

  /** The announcement on the last link; undefined before the first. */
  get announced(): AnnouncedCatalog | undefined {
    return this.#catalog
  }

  get shown(): RemoteCatalog {
    this.#shown ??= this.#show()
    return this.#shown
  }

  /**
   * Switches to a connection after its hello and catalog. One of the same process before it ends; another
   * process has none any more. Returns the exchanges that {@link resume} continues, once the worker has been
   * welcomed.
   */
  join(
    link: Link<RelayFrame, WorkerFrame>,
    hello: WorkerFrameOf<'hello'>,
    catalog: AnnouncedCatalog,
  ): readonly number[] {
    const { instance } = hello
    const isSameProcess = instance === this.#instance
    const before = this.#link
    this.#link = undefined
    this.exchanges.detach()
    before?.cut('the same worker has connected again')
    if (!isSameProcess)
      this.exchanges.failAll(
        awayError(this.workerId, 'was restarted and has lost what it was asked before; ask again'),
      )
    this.#grace.stop()
    this.#instance = instance
    this.#joins++
    this.#catalog = catalog
    this.#link = link
    return this.exchanges.attach(link, hello)
  }

  resume(): void {
    this.exchanges.resume()
    this.#change()
  }

  lose(link: Link<RelayFrame, WorkerFrame>, end: LinkEnd): void {
    if (this.#link !== link) return
    this.#link = undefined
    const isRefusal = end.isPeers && (end.code === 'protocol' || end.code === 'frame.unknown')
    this.exchanges.detach(isRefusal ? refusedError(this.workerId, end.detail) : undefined)
    this.#options.log.warn(
      { worker: this.workerId, code: end.code },
      `worker ${this.workerId} is away: ${end.detail}`,
    )
    this.#grace.start(this.#options.graceSeconds)
    this.#change()
  }

  /** Handles a frame of the joined connection. @throws LinkError */
  receive(frame: WorkerFrame): void {
    if (frame.type === 'draining') {
      this.exchanges.drain()
      this.#change()
    } else if (frame.type === 'credit') this.#credit(frame)
    else if ('id' in frame) this.exchanges.receive(frame)
    else throw new LinkError('protocol', `a frame ${frame.type} does not belong here`)
  }

  #credit({ id, consumed }: WorkerFrameOf<'credit'>): void {
    if (id !== 0) throw new LinkError('protocol', `a worker gives credit for its link alone (got ${id})`)
    this.exchanges.credit(consumed)
  }

  /** Reloads the worker; resolves also after a failure, or when it is away. */
  async reload(): Promise<void> {
    try {
      await this.exchanges.reload()
    } catch (error) {
      const { code, message } = toSpecimenError(error)
      this.#options.log.warn({ worker: this.workerId, code }, message)
    }
  }

  close(): void {
    const why = 'is no longer served, because the relay is stopping'
    this.#leave(new WorkerLeftError(this.workerId, why))
  }

  /** Gives up the worker, whose process `instance` has connected to another host of the group. */
  moveAway(instance: string): void {
    const link = this.#link
    this.#leave(new WorkerLeftError(this.workerId, 'has connected to another host; ask again'))
    if (instance === this.#instance) link?.cut('the same worker has connected to another host')
    else {
      const who = `Another process has connected as worker "${this.workerId}" with a valid token.`
      link?.close('replaced', who, null)
    }
  }

  /** Publishes a catalog change, and reports the refused entries to the worker and the log. */
  update(refused: readonly RefusedEntry[]): void {
    this.#change()
    const [first] = refused
    if (!first) return
    this.#link?.send({ type: 'refused', entries: refused.map((entry) => ({ ...entry })) })
    this.#options.log.warn(
      { worker: this.workerId, entries: refused.length },
      `The relay does not serve ${formatCount(refused.length, 'entry', 'entries')} of worker ` +
        `${this.workerId}; the first is ${first.kind} ${first.id}: ${first.detail}`,
    )
  }

  #leave(error: SpecimenError): void {
    this.#grace.stop()
    this.#link = undefined
    this.exchanges.close(error)
    this.#onGone()
    this.#options.onChange()
  }

  #change(): void {
    this.#shown = undefined
    this.#options.onChange()
  }

  #show(): RemoteCatalog {
    const refusesData = this.exchanges.takesData ? undefined : `worker ${this.workerId} ${takesNoData}`
    const origin = { workerId: this.workerId, isAvailable: this.exchanges.isReady, refusesData }
    return showCatalog(this.#catalog, origin, ({ return_type: returnType, returns }) => ({
      run: (invocation, context) => this.exchanges.run({ invocation, returnType, returns, context }),
    }))
  }
}
