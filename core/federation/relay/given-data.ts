import { replaceAt } from '../../contract/domain/data-ref.ts'
import type { Params } from '../../contract/domain/schema.ts'
import { isJsonObject, type Json } from '../../contract/values/json.ts'
import type { RunData } from '../../engine/run/runner.ts'
import { LinkPace } from '../link/link-pace.ts'
import { type ChunkPort, OutgoingStreams } from '../link/outgoing-streams.ts'
import type { Exchange, ExchangeHome, RelayOptions } from './exchange.ts'
import { RemoteData, toOutgoing } from './remote-data.ts'

/** The data of one run at a worker. */
export interface HeldData {
  /** True once the worker has all of them. */
  readonly isThere: boolean
  /** Resolves then. @throws as {@link RemoteData.there} */
  readonly there: Promise<unknown>
  /** Returns parameters as the worker is sent them: references are the names of the data. */
  name(params: Params): Params
  /** The run takes them no more: what no other takes is stopped, and may go at the worker. */
  release(): void
}

/** Opens exchanges of one worker. */
interface ExchangeOpener {
  readonly createHome: () => ExchangeHome
  readonly begin: (exchange: Exchange) => void
}

/**
 * The data that the runs of one worker take. Equal ones cross the link once, however many runs wait for them,
 * and only when the worker lacks them.
 */
export class GivenData {
  readonly #options: Pick<RelayOptions, 'waits' | 'now'>
  readonly #opener: ExchangeOpener
  readonly #streams = new OutgoingStreams()
  /** By hash. */
  readonly #open = new Map<string, RemoteData>()

  constructor(options: Pick<RelayOptions, 'waits' | 'now'>, opener: ExchangeOpener) {
    this.#options = options
    this.#opener = opener
  }

  /** Attaches a new link, to which at most `window` bytes may be under way. */
  attach(port: ChunkPort, window: number): void {
    this.#streams.attach(port, new LinkPace(window, this.#options.now))
  }

  detach(): void {
    this.#streams.detach()
  }

  /** The worker has taken so many bytes from the link. @throws LinkError for more than were sent */
  credit(consumed: number): void {
    this.#streams.creditLink(consumed)
    for (const data of this.#open.values()) data.advance()
  }

  #forget(hash: string, remote: RemoteData): void {
    if (this.#open.get(hash) === remote) this.#open.delete(hash)
  }

  /** Returns the data of a run, on their way to the worker. @throws `function.failed` for too long texts */
  hold(given: readonly RunData[]): HeldData {
    // Files as they are have been refused: no worker takes them.
    const data = given.filter((each) => each.file === undefined)
    const all = data.map(({ id, result }) => toOutgoing(id, result))
    const remotes = all.map((each) => {
      const known = this.#open.get(each.hash)
      if (known) return { remote: known, release: known.hold() }
      const { waits } = this.#options
      const remote: RemoteData = new RemoteData(
        each,
        { streams: this.#streams, waits },
        this.#opener.createHome(),
        () => this.#forget(each.hash, remote),
      )
      this.#open.set(each.hash, remote)
      const release = remote.hold()
      this.#opener.begin(remote)
      return { remote, release }
    })
    const name = (params: Params): Params => {
      const named = data.reduce<Json>((put, { steps, id }) => replaceAt(put, steps, { file: id }), params)
      return isJsonObject(named) ? named : params
    }
    return {
      get isThere() {
        return remotes.every(({ remote }) => remote.isThere)
      },
      there: Promise.all(remotes.map(({ remote }) => remote.there)),
      name,
      release: () => {
        for (const { release } of remotes) release()
      },
    }
  }
}
