import type { Hold, Ledger } from '../../account/ledger.ts'

/** Events and bytes that a session keeps for a client that has lost its connection. */
const mostEvents = 256
const mostBytes = 4 * 2 ** 20
/** The time after which a client that has lost a stream asks for the rest. */
const retryMilliseconds = 1000

/** A message that was sent, until later ones take its place. */
interface KeptEvent {
  readonly id: string
  readonly streamId: string
  /** True for the answer to a call, behind which its stream ends. */
  readonly isLast: boolean
  readonly parts: readonly Buffer[]
  readonly hold: Hold
}

/** A message as JSON, on its way to a stream. */
export interface SentMessage {
  readonly streamId: string
  readonly isLast: boolean
  readonly json: readonly Buffer[]
}

/** The rest of a stream, for a client that has lost its connection. */
export interface MissedEvents {
  readonly streamId: string
  readonly events: readonly (readonly Buffer[])[]
  /** True where the answer is among them. */
  readonly hasLast: boolean
}

/**
 * The last messages of a session, so that a client that has lost a connection gets what it has missed
 * (`Last-Event-ID`). Their bytes are of the account: where that is full, a message is not kept, and a client
 * that loses its connection then asks again.
 */
export class ReplayLog {
  readonly #ledger: Ledger
  readonly #client: string
  readonly #events: KeptEvent[] = []
  #bytes = 0
  #next = 0

  constructor(ledger: Ledger, client: string) {
    this.#ledger = ledger
    this.#client = client
  }

  get size(): number {
    return this.#events.length
  }

  /** Keeps a message, if there is room; returns it as an event, in parts. */
  keep({ streamId, isLast, json }: SentMessage): readonly Buffer[] {
    const id = this.#createId(streamId)
    const parts = [Buffer.from(`event: message\nid: ${id}\ndata: `), ...json, Buffer.from('\n\n')]
    this.#keep({ id, streamId, isLast, parts })
    return parts
  }

  /** Returns the event that begins a stream, so that a client which gets no other can ask for the rest. */
  begin(streamId: string): readonly Buffer[] {
    const id = this.#createId(streamId)
    const parts = [Buffer.from(`id: ${id}\nretry: ${retryMilliseconds}\ndata: \n\n`)]
    this.#keep({ id, streamId, isLast: false, parts })
    return parts
  }

  /** Returns what came after an event; undefined where it is kept no more, or was the answer, the last. */
  findAfter(eventId: string): MissedEvents | undefined {
    const place = this.#events.findIndex(({ id }) => id === eventId)
    const seen = this.#events[place]
    if (!seen || seen.isLast) return undefined
    const { streamId } = seen
    const missed = this.#events.slice(place + 1).filter((event) => event.streamId === streamId)
    return {
      streamId,
      events: missed.map(({ parts }) => parts),
      hasLast: missed.some(({ isLast }) => isLast),
    }
  }

  /** Gives everything back. */
  clear(): void {
    while (this.#events.length > 0) this.#drop()
  }

  #createId(streamId: string): string {
    return `${this.#next++}_${streamId}`
  }

  #keep(event: Omit<KeptEvent, 'hold'>): void {
    const bytes = event.parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
    if (bytes > mostBytes) return
    while (this.#events.length >= mostEvents || this.#bytes + bytes > mostBytes) this.#drop()
    if (!this.#ledger.admits(this.#client, bytes)) return
    this.#events.push({ ...event, hold: this.#ledger.take(this.#client, bytes) })
    this.#bytes += bytes
  }

  #drop(): void {
    const dropped = this.#events.shift()
    if (!dropped) return
    this.#bytes -= dropped.hold.amount
    dropped.hold.release()
  }
}
