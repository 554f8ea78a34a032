import { createDeadline, type Deadline } from '../../contract/time/deadline.ts'
import type { Json } from '../../contract/values/json.ts'
import type { RoomChanged } from '../../contract/wire/room-messages.ts'
import { roomLimits } from './limits.ts'
import { toSeenFields } from './room-fields.ts'
import { hostAuthor, type OrderedChange } from './room-state.ts'

/** The peers of a {@link ChangeFeed}. */
export interface ChangeFeedOptions {
  readonly countPeers: () => number
  /** Sends a change to all peers; `text` is the whole of it. */
  readonly sendAll: (text: Buffer, change: OrderedChange) => void
  /** Sends a text to one peer, if it is here. */
  readonly sendOne: (peer: number, text: string) => void
  /** Milliseconds, never going back. */
  readonly now: () => number
}

/**
 * The changes of a room on their way to its peers. The first one after a pause goes at once, those of the
 * pause go together at its end. The pause is 30 ms, and longer after many or large messages, up to a second:
 * so what a room sends has a bound. Where too many have come for as many messages, they go as one text with
 * the last value of each field. Each is acknowledged to its peer alone before, by a short text that goes when
 * the next change comes: thousands of them at the end of a pause blocked the host for 0.3 s.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions
  readonly #due: Deadline = createDeadline(() => this.flush())
  /** The changes that wait; once they are too many the last alone, without its fields. */
  #changes: OrderedChange[] = []
  /** The fields of all of them. */
  #fields: { [name: string]: Json } = {}
  #isMerged = false
  /** The peer that has made all changes that were merged; the hosts where several have. */
  #author: number | undefined
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(options: ChangeFeedOptions) {
    this.#options = options
  }

  add(change: OrderedChange): void {
    const { countPeers, now } = this.#options
    const fields = toSeenFields(Object.entries(change.fields))
    Object.assign(this.#fields, fields)
    if (this.#isMerged) this.#merge(change)
    else this.#changes.push({ ...change, fields })
    if (!this.#isMerged && this.#changes.length * countPeers() > roomLimits.changeDeliveries) {
      this.#isMerged = true
      for (const waiting of this.#changes.splice(0)) this.#merge(waiting)
    }
    const wait = this.#nextAt - now()
    if (wait <= 0) this.flush()
    else this.#due.startOnce(wait / 1000)
  }

  /** Sends what waits. */
  flush(): void {
    const { countPeers, sendAll, now } = this.#options
    const changes = this.#changes
    const [last] = this.#isMerged ? changes : []
    if (last) {
      const isOfOne = this.#author === last.by
      if (!isOfOne) this.#acknowledge(last)
      const author = isOfOne ? last : hostAuthor
      changes[0] = { version: last.version, by: author.by, seq: author.seq, fields: this.#fields }
    }
    this.close()
    if (changes.length === 0) return
    let sentBytes = 0
    for (const change of changes) {
      const text = Buffer.from(toText(change))
      sendAll(text, change)
      sentBytes += text.byteLength * countPeers()
    }
    const deliveries = changes.length * countPeers()
    const cost = Math.max(sentBytes / roomLimits.sentBytesRate, deliveries / roomLimits.sentRate)
    this.#nextAt = now() + Math.min(1000, Math.max(roomLimits.changeMilliseconds, 1000 * cost))
  }

  /** Drops what waits. */
  close(): void {
    this.#due.stop()
    this.#changes = []
    this.#fields = {}
    this.#isMerged = false
    this.#author = undefined
  }

  /** Takes a change into the text that all get, and acknowledges the one before to its peer. */
  #merge({ version, by, seq }: OrderedChange): void {
    const [former] = this.#changes
    if (former) this.#acknowledge(former)
    this.#author = this.#author === undefined || this.#author === by ? by : hostAuthor.by
    this.#changes = [{ version, by, seq, fields: {} }]
  }

  #acknowledge(change: OrderedChange): void {
    if (change.seq !== null) this.#options.sendOne(change.by, toText(change))
  }
}

function toText({ version, by, seq, fields }: OrderedChange): string {
  return JSON.stringify({ type: 'changed', version, by, seq, fields } satisfies RoomChanged)
}
