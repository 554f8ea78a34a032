import type { EventStore } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Hold, Ledger } from '../../account/ledger.ts'

/** Messages and characters that a session keeps for a client that has lost its connection. */
const mostEvents = 256
const mostLength = 4 * 2 ** 20

/** A message that was sent, until later ones take its place. */
interface KeptEvent {
  readonly id: string
  readonly streamId: string
  readonly message: JSONRPCMessage
  readonly hold: Hold
}

/**
 * The last messages of a session, so that a client that has lost a connection gets what it has missed
 * (`Last-Event-ID`). Their bytes are of the account: where that is full, a message is not kept, and a client
 * that loses its connection then asks again.
 */
export class ReplayLog implements EventStore {
  readonly #ledger: Ledger
  readonly #client: string
  readonly #events: KeptEvent[] = []
  #length = 0
  #next = 0

  constructor(ledger: Ledger, client: string) {
    this.#ledger = ledger
    this.#client = client
  }

  get size(): number {
    return this.#events.length
  }

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const id = `${this.#next++}_${streamId}`
    const length = measureMessage(message)
    while (this.#events.length >= mostEvents || (this.#length > 0 && this.#length + length > mostLength))
      this.#drop()
    if (!this.#ledger.admits(this.#client, length)) return id
    this.#events.push({ id, streamId, message, hold: this.#ledger.take(this.#client, length) })
    this.#length += length
    return id
  }

  /** Returns the stream of an event; undefined where it is kept no more, or was the answer, the last. */
  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    const event = this.#events.find(({ id }) => id === eventId)
    return event && isAnswer(event.message) ? undefined : event?.streamId
  }

  /** @throws `request.invalid` for an event that is kept no more */
  async replayEventsAfter(
    lastEventId: string,
    { send }: { readonly send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const place = this.#events.findIndex(({ id }) => id === lastEventId)
    const last = this.#events[place]
    if (!last) throw new SpecimenError('request.invalid', 'Last-Event-ID is kept no more; ask again.')
    const missed = this.#events.slice(place + 1).filter(({ streamId }) => streamId === last.streamId)
    for (const { id, message } of missed) await send(id, message)
    return last.streamId
  }

  /** Gives everything back. */
  clear(): void {
    while (this.#events.length > 0) this.#drop()
  }

  #drop(): void {
    const dropped = this.#events.shift()
    if (!dropped) return
    this.#length -= dropped.hold.amount
    dropped.hold.release()
  }
}

function isAnswer(message: JSONRPCMessage): boolean {
  return 'result' in message || 'error' in message
}

function measureMessage(message: JSONRPCMessage): number {
  return JSON.stringify(message).length
}
