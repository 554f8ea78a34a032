import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { AssetAnswer, AssetRequest, FileAddress } from '../../contract/domain/specimen.ts'
import { createDeadline, type Deadline } from '../../contract/time/deadline.ts'
import { createDeferred, type Deferred } from '../../contract/time/deferred.ts'
import type { Chunk } from '../link/chunk.ts'
import { fileHeaders, type WorkerFrameOf } from '../link/control-frames.ts'
import { LinkError } from '../link/link-error.ts'
import type { Exchange, ExchangeAnswer, ExchangeHome, RelayOptions } from './exchange.ts'
import { invalidError, silentError, toRemoteFailure } from './worker-errors.ts'

/** A request for a file. */
export interface FileRequest extends AssetRequest {
  readonly specimen: string
  readonly part: FileAddress
}

/** Bytes that one slow client costs at the relay, and at the worker. */
export const fileWindowBytes = 2 ** 20

/** Headers of a request that are sent to the worker, in lower case; all others stay at the relay. */
export const requestHeaders: readonly string[] = [
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
]

/**
 * A file at a worker, seen from the relay: the answer to one client's request, read from the link as fast as
 * that client reads it. Unread bytes are bounded by the stream's window, whatever the file's length.
 */
export class RemoteFile implements Exchange {
  readonly id: number
  readonly #answer = createDeferred<AssetAnswer>()
  readonly #home: ExchangeHome
  readonly #request: FileRequest & { readonly signal: AbortSignal }
  readonly #options: RelayOptions
  readonly #silence: Deadline
  /** `complete` when all bytes have arrived, `failed` with the reason in `#failure`. */
  #stage: 'asked' | 'opened' | 'complete' | 'failed' = 'asked'
  #opened: WorkerFrameOf<'opened'> | undefined
  #body: Readable | undefined
  #idleSince: number | undefined
  #chunks: Uint8Array[] = []
  #received = 0
  #crc = 0
  #consumed = 0
  #granted = 0
  #failure: SpecimenError | undefined
  #news: Deferred<void> = createDeferred()

  constructor(
    request: FileRequest & { readonly signal: AbortSignal },
    options: RelayOptions,
    home: ExchangeHome,
  ) {
    this.id = home.id
    this.#home = home
    this.#request = request
    this.#options = options
    this.#silence = createDeadline(() => this.#giveUp())
    request.signal.addEventListener('abort', this.#leaveEarly, { once: true })
  }

  get answer(): Promise<AssetAnswer> {
    return this.#answer.promise
  }

  get isWanted(): boolean {
    return this.#stage === 'asked' || this.#stage === 'opened'
  }

  /** The start of the client's inactivity; undefined while it waits for the worker. */
  get idleSince(): number | undefined {
    return this.#idleSince
  }

  /** Ends it in favour of other clients: the connection is cut. */
  drop(error: SpecimenError): void {
    if (!this.isWanted) return
    this.#refuse(error)
    this.#chunks = []
    this.#body?.destroy(error)
  }

  begin(): void {
    const { specimen, part, method, headers } = this.#request
    const passed = Object.entries(headers).filter(([name]) => requestHeaders.includes(name))
    this.#expect()
    this.#home.ask({
      type: 'fetch',
      id: this.id,
      specimen,
      part,
      method,
      headers: Object.fromEntries(passed),
      window: fileWindowBytes,
      offset: this.#received,
    })
    if (this.#consumed > 0) this.#grant() // the last credit may be lost with the link
  }

  pause(): void {
    this.#silence.stop()
  }

  receive(answer: ExchangeAnswer): void {
    if (!this.isWanted) return
    if (answer.type === 'opened') this.#open(answer)
    else if (answer.type === 'end') this.#finish(answer)
    else if (answer.type === 'failed') this.#end(toRemoteFailure(this.#home.workerId, answer))
    else throw new LinkError('protocol', `${answer.type} answers no file`)
  }

  receiveChunk({ offset, bytes }: Chunk): void {
    if (!this.isWanted) return
    if (!this.#opened || offset !== this.#received || bytes.length > this.#opened.bytes - offset) {
      throw new LinkError('protocol', `a chunk of file ${this.id} at ${offset} was not announced`)
    }
    this.#received += bytes.length
    if (this.#received - this.#consumed > fileWindowBytes)
      throw new LinkError('protocol', `file ${this.id} exceeds its window`)
    this.#crc = crc32(bytes, this.#crc)
    this.#chunks.push(Buffer.from(bytes))
    this.#expect()
    this.#news.resolve()
  }

  fail(error: SpecimenError): void {
    if (this.isWanted) this.#end(error)
  }

  #open(opened: WorkerFrameOf<'opened'>): void {
    const { status, headers, bytes } = opened
    const isSame = (before: WorkerFrameOf<'opened'>) =>
      before.status === status && before.bytes === bytes && before.headers.etag === headers.etag
    if (this.#opened) {
      if (!isSame(this.#opened))
        this.#refuse(invalidError(this.#home.workerId, 'a file that has changed while it was sent'))
      return
    }
    this.#opened = opened
    this.#stage = 'opened'
    this.#expect()
    const passed = Object.entries(headers).filter(([name]) => fileHeaders.includes(name))
    const length = status === 304 ? [] : [['content-length', String(bytes)]]
    const hasBody = this.#request.method === 'GET' && bytes > 0
    this.#answer.resolve({
      status,
      headers: Object.fromEntries([...passed, ...length]),
      byteLength: bytes,
      body: hasBody ? this.#openBody() : null,
    })
    if (!hasBody) this.#complete()
  }

  #finish({ bytes, crc32: wanted }: WorkerFrameOf<'end'>): void {
    const isWhole = this.#opened?.bytes === this.#received && bytes === this.#received
    if (!isWhole || wanted !== this.#crc) {
      this.#refuse(
        invalidError(this.#home.workerId, 'a file that does not fit its announced length or checksum'),
      )
      return
    }
    this.#complete()
  }

  /** A stream, so that it can be ended while its client reads nothing. One piece ahead at most. */
  #openBody(): Readable {
    this.#idleSince = this.#options.now()
    this.#body = Readable.from(this.#read(), { objectMode: true, highWaterMark: 1 })
    this.#body.on('error', () => {}) // its reader gets the error, too
    return this.#body
  }

  /** Yields received pieces. The request for the next piece consumes the one before. */
  async *#read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const next = this.#chunks.shift()
        if (next) {
          yield next
          this.#idleSince = this.#options.now()
          this.#consume(next.length)
        } else if (this.#stage === 'failed') throw this.#failure
        else if (this.#stage === 'complete') return
        else {
          this.#idleSince = undefined
          this.#news = createDeferred()
          await this.#news.promise
          this.#idleSince = this.#options.now()
        }
      }
    } finally {
      this.#leaveEarly()
    }
  }

  #consume(count: number): void {
    this.#consumed += count
    if (!this.isWanted || this.#consumed - this.#granted < fileWindowBytes / 4) return
    this.#grant()
    this.#expect()
  }

  #grant(): void {
    this.#granted = this.#consumed
    this.#home.send({ type: 'credit', id: this.id, consumed: this.#consumed })
  }

  /** Starts the timeout while the worker owes an answer, or bytes within its credit. */
  #expect(): void {
    const { answerSeconds, streamSeconds } = this.#options.waits
    if (!this.#opened) this.#silence.start(answerSeconds)
    else if (this.#received - this.#granted < fileWindowBytes) this.#silence.start(streamSeconds)
    else this.#silence.stop()
  }

  #giveUp(): void {
    const { answerSeconds, streamSeconds } = this.#options.waits
    const { workerId } = this.#home
    const silent = this.#opened
      ? silentError(workerId, streamSeconds, 'gone on with the file')
      : silentError(workerId, answerSeconds, 'opened the file')
    this.#refuse(silent)
  }

  readonly #leaveEarly = (): void => {
    // The error is not shown: its client has left.
    if (this.isWanted) this.#refuse(invalidError(this.#home.workerId, 'a file whose client has left'))
  }

  #refuse(error: SpecimenError): void {
    this.#home.send({ type: 'cancel', id: this.id })
    this.#end(error)
  }

  #end(error: SpecimenError): void {
    this.#stage = 'failed'
    this.#failure = error
    this.#leave()
    this.#answer.reject(error)
    this.#news.resolve()
  }

  #complete(): void {
    this.#stage = 'complete'
    this.#leave()
    this.#home.send({ type: 'done', id: this.id })
    this.#news.resolve()
  }

  #leave(): void {
    this.#silence.stop()
    this.#request.signal.removeEventListener('abort', this.#leaveEarly)
    this.#home.forget()
  }
}
