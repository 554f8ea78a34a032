import { createDeadline, type Deadline } from '../domain/deadline.ts'
import type { Json } from '../domain/json.ts'
import type { RoomChanged } from '../wire/room-messages.ts'
import { roomLimits } from './limits.ts'
import { toSeenFields } from './room-fields.ts'
import { hostAuthor, type OrderedChange } from './room-state.ts'

/** The peers of a {@link ChangeFeed}. */
export interface ChangeFeedOptions {
  readonly countPeers: () => number
  /** Sends a text to all peers. */
  readonly sendAll: (text: Buffer) => void
  /** Sends a text to one peer, if it is here. */
  readonly sendOne: (peer: number, text: string) => void
  /** Milliseconds, never going back. */
  readonly now: () => number
}

/**
 * The changes of a room on their way to its peers. The first one after a pause goes at once, those of the
 * pause go together at its end. The pause is 30 ms, and longer after many or large messages, up to a second:
 * so what a room sends has a bound. Where too many have come for as many messages, they go as one text with
 * the last value of each field, after short texts by which each is acknowledged to its peer alone.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #due: Deadline = createDeadline(() => this.flush())
  /** The changes that wait, without their fields once they are too many. */
  #changes: OrderedChange[] = []
  /** The fields of all of them. */
  #fields: { [name: string]: Json } = {}
  #isMerged = false
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  add(change: OrderedChange): void {
    const { countPeers, now } = this.#options
    const fields = toSeenFields(Object.entries(change.fields))
    Object.assign(this.#fields, fields)
    this.#changes.push(this.#isMerged ? toEmpty(change) : { ...change, fields })
    if (!this.#isMerged && this.#changes.length * countPeers() > roomLimits.changeDeliveries) {
      this.#isMerged = true
      this.#changes = this.#changes.map(toEmpty)
    }
    const wait = this.#nextAt - now()
    if (wait <= 0) this.flush()
    else this.#due.startOnce(wait / 1000)
  }

  /** Sends what waits. */
  flush(): void {
    const { countPeers, sendAll, sendOne, now } = this.#options
    const changes = this.#changes
    const fields = this.#fields
    const isMerged = this.#isMerged
    const last = changes.at(-1)
    this.close()
    if (!last) return
    const author = changes.every(({ by }) => by === last.by) ? last : hostAuthor
    const merged = { version: last.version, by: author.by, seq: author.seq, fields }
    if (isMerged)
      for (const change of changes)
        if (change.seq !== null && change !== author) sendOne(change.by, toText(change))
    let sentBytes = 0
    for (const change of isMerged ? [merged] : changes) {
      const text = Buffer.from(toText(change))
      sendAll(text)
      sentBytes += text.byteLength * countPeers()
    }
    const deliveries = (isMerged ? 1 : changes.length) * countPeers()
    const cost = Math.max(sentBytes / roomLimits.sentBytesRate, deliveries / roomLimits.sentRate)
    this.#nextAt = now() + Math.min(1000, Math.max(roomLimits.changeMilliseconds, 1000 * cost))
  }

  /** Drops what waits. */
  close(): void {
    this.#due.stop()
    this.#changes = []
    this.#fields = {}
    this.#isMerged = false
  }
}

function toEmpty({ version, by, seq }: OrderedChange): OrderedChange {
  return { version, by, seq, fields: {} }
}

function toText({ version, by, seq, fields }: OrderedChange): string {
  return JSON.stringify({ type: 'changed', version, by, seq, fields } satisfies RoomChanged)
}
