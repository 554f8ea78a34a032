import type { JSONRPCRequest, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { createDeadline, type Deadline } from '../../../contract/time/deadline.ts'
import { measureParsed } from '../../../contract/values/json.ts'
import type { Hold, Ledger } from '../../account/ledger.ts'
import type { LargeTexts } from './encode-message.ts'
import type { EventStream } from './event-stream.ts'

/** A call goes on so long without a client that reads its stream: for one that has lost its connection. */
export const readerSeconds = 120
/** The memory of a call beside its arguments. */
const callBytes = 16 * 1024

/** A call under way: a request whose answer has not been sent. */
export interface OpenCall {
  readonly requestId: RequestId
  readonly streamId: string
  readonly texts: LargeTexts
}

interface HeldCall extends OpenCall {
  readonly hold: Hold
  /** The stream of its request, which holds what is made for it. */
  readonly made: Pick<EventStream, 'isClosed' | 'endReserve'>
  /** Runs while nothing reads the stream. */
  readonly deadline: Deadline
}

/** The parameters of {@link CallStreams}. */
export interface CallStreamsOptions {
  /** The account of answers: a call holds its message until it has ended, with its client or without. */
  readonly ledger: Ledger
  /** The name for limits. */
  readonly client: string
  readonly createId: () => string
  /** Called for a call that nobody has read for {@link readerSeconds}. */
  readonly onUnread: (call: OpenCall) => void
}

/**
 * The calls under way of one client, and the connections on which streams are read: one at a time for each
 * stream. A call whose client has gone and does not come again ends.
 */
export class CallStreams {
  readonly #options: CallStreamsOptions
  readonly #calls = new Map<RequestId, HeldCall>()
  /** The same calls by their streams. */
  readonly #streams = new Map<string, HeldCall>()
  readonly #readers = new Map<string, EventStream>()

  constructor(options: CallStreamsOptions) {
    this.#options = options
  }

  /** Returns a call under way. */
  find(requestId: RequestId): OpenCall | undefined {
    return this.#calls.get(requestId)
  }

  /** Returns whether a stream is that of a call under way. */
  isOpen(streamId: string): boolean {
    return this.#streams.has(streamId)
  }

  /** Begins a call. @throws `host.busy` */
  begin(
    { id: requestId, params }: JSONRPCRequest,
    { texts, stream: made }: { readonly texts: LargeTexts; readonly stream: EventStream },
  ): OpenCall {
    const { ledger, client, createId, onUnread } = this.#options
    const hold = ledger.take(client, callBytes + measureParsed(JSON.stringify(params ?? {})))
    const deadline = createDeadline(() => onUnread(call))
    const call: HeldCall = { requestId, streamId: createId(), texts, hold, made, deadline }
    this.#calls.set(requestId, call)
    this.#streams.set(call.streamId, call)
    return call
  }

  /** Gives back what was made for a connection that has ended: the one that reads it now takes the answer. */
  passOn({ requestId }: OpenCall): void {
    const made = this.#calls.get(requestId)?.made
    if (made?.isClosed) made.endReserve()
  }

  /** Ends a call: its answer has been sent, or none will be. What was written is still read. */
  end({ requestId, streamId }: OpenCall): void {
    const call = this.#calls.get(requestId)
    this.#calls.delete(requestId)
    this.#streams.delete(streamId)
    call?.deadline.stop()
    call?.hold.release()
    call?.made.endReserve()
    this.#readers.get(streamId)?.end()
  }

  /** Returns the connection on which a stream is read. */
  readerOf(streamId: string): EventStream | undefined {
    return this.#readers.get(streamId)
  }

  /** Has a stream read on a connection, until that ends. */
  read(streamId: string, reader: EventStream): void {
    const call = this.#streams.get(streamId)
    call?.deadline.stop()
    this.#readers.set(streamId, reader)
    reader.onClosed(() => {
      this.#readers.delete(streamId)
      if (call && this.#streams.has(streamId)) call.deadline.start(readerSeconds)
    })
  }

  /** Ends all calls and connections. */
  clear(): void {
    for (const call of [...this.#calls.values()]) this.end(call)
    for (const reader of this.#readers.values()) reader.end()
  }
}
