import { cancelJob } from '../../client/jobs.ts'
import { createTransport } from '../../client/transport.ts'
import { createDeferred, type Deferred } from '../../contract/time/deferred.ts'
import type { NamedFile, PlainFile } from '../../data/prepared/plain-file.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { DataCall, DataSource, LoadRequest } from './data-source.ts'
import { isSupersededError, LoadError, missingScriptText } from './load-error.ts'
import type { FromWorker, LoadOptions, ToWorker } from './worker-messages.ts'

/**
 * Longest time for which a file is decoded and prepared: nothing else interrupts a decoder, and all later
 * requests wait for it. A page takes 1 GB at most, which the slowest of formats reads in about 40 s.
 */
const decodeSeconds = 120

/** A timer of the page. */
type Timer = ReturnType<typeof setTimeout>

/** The used part of `Worker`. */
export interface DataWorker {
  postMessage(message: ToWorker, transfer?: Transferable[]): void
  terminate(): void
  addEventListener(type: 'message' | 'error' | 'messageerror', listener: (event: Event) => void): void
}

interface SourceOptions extends Omit<LoadOptions, 'token'> {
  /** Called for every request, so that a new token counts at once. */
  readonly token: () => string | undefined
  /** The page's window: pending requests are cancelled when it closes. */
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & {
    readonly fetch: typeof fetch
  }
}

/** The source that loads in a worker: `start` or the first request starts it, and again after a crash. */
export class WorkerSource implements DataSource {
  readonly #startWorker: () => DataWorker
  readonly #options: SourceOptions
  readonly #calls = new Map<
    number,
    Pick<DataCall, 'onProgress'> & { readonly answer: Deferred<Prepared | PlainFile>; cancel: () => void }
  >()
  #worker: DataWorker | null = null
  /** Timers of the files that the worker decodes, by request, also of one that was aborted. */
  readonly #decoding = new Map<number, Timer>()
  #lastId = 0
  #isClosed = false

  /** `startWorker` starts one with the bundle of `data-worker.ts`. */
  constructor(startWorker: () => DataWorker, options: SourceOptions) {
    this.#startWorker = startWorker
    this.#options = options
    options.page.addEventListener('pagehide', this.#onPageHide)
  }

  start(): void {
    if (!this.#isClosed) this.#worker ??= this.#createWorker()
  }

  async load(request: LoadRequest, { signal, onProgress }: DataCall): Promise<Prepared | PlainFile> {
    signal.throwIfAborted()
    if (this.#isClosed) throw closedError()
    this.#worker ??= this.#createWorker()
    const worker = this.#worker
    const id = ++this.#lastId
    const answer = createDeferred<Prepared | PlainFile>()
    const cancel = () => {
      worker.postMessage({ kind: 'cancel', id, isSuperseded: isSupersededError(signal.reason) })
      answer.reject(signal.reason)
    }
    this.#calls.set(id, { answer, onProgress, cancel: () => {} })
    signal.addEventListener('abort', cancel, { once: true })
    const { baseUrl, token, viewerId } = this.#options
    try {
      const options = { baseUrl, token: token(), viewerId }
      worker.postMessage({ kind: 'load', id, request, options }, listHanded(request))
      return await answer.promise
    } finally {
      signal.removeEventListener('abort', cancel)
      this.#calls.delete(id)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#options.page.removeEventListener('pagehide', this.#onPageHide)
    this.#end(closedError())
  }

  /**
   * Cancels the jobs from the page, because the worker ends with it, often before it has sent anything. A
   * page from the browser's page cache starts a new worker at its next request.
   */
  readonly #onPageHide = (): void => {
    for (const { cancel } of this.#calls.values()) cancel()
    this.#end(new LoadError('The page was left while it was asking.', 'host.unreachable'))
  }

  #createWorker(): DataWorker {
    const worker = this.#startWorker()
    const crash = (event: Event): void => {
      if (this.#worker !== worker) return
      this.#drop()?.terminate()
      this.#failAll(toCrash(event))
    }
    worker.addEventListener('error', crash)
    worker.addEventListener('messageerror', crash)
    worker.addEventListener('message', (event) => {
      if (event instanceof MessageEvent && this.#worker === worker) this.#receive(event.data)
    })
    return worker
  }

  /** Gives up the worker, and returns it. */
  #drop(): DataWorker | null {
    const worker = this.#worker
    this.#worker = null
    for (const timer of this.#decoding.values()) clearTimeout(timer)
    this.#decoding.clear()
    return worker
  }

  /** Ends the worker, whose file is offered for download; its other requests are to be made again. */
  #endDecoding(id: number, file: NamedFile): void {
    this.#drop()?.terminate()
    const reason = `Reading it here took longer than ${decodeSeconds} s and was ended. Use a smaller file.`
    this.#calls.get(id)?.answer.resolve({ type: 'file', ...file, reason })
    this.#failAll(new LoadError(slowFileText, 'worker.crashed'))
  }

  #receive(message: FromWorker): void {
    const { id } = message
    if (message.kind !== 'started' && message.kind !== 'progress') {
      clearTimeout(this.#decoding.get(id))
      this.#decoding.delete(id)
    }
    if (message.kind === 'decoding') {
      const { file } = message
      const end = (named: NamedFile): void => this.#endDecoding(id, named)
      if (file) this.#decoding.set(id, setTimeout(end, decodeSeconds * 1000, file))
      return
    }
    const call = this.#calls.get(id)
    if (!call) return // it was aborted
    if (message.kind === 'started') call.cancel = () => this.#cancelJob(message.jobId)
    else if (message.kind === 'progress') call.onProgress(message.messages)
    else if (message.kind === 'loaded') call.answer.resolve(message.content)
    else call.answer.reject(new LoadError(message.text, message.code, message.issues))
  }

  #cancelJob(jobId: string): void {
    const { baseUrl, token, page } = this.#options
    const transport = createTransport(baseUrl, {
      token: token(),
      fetch: (input, init) => page.fetch(input, init),
    })
    cancelJob(transport, jobId).catch(() => undefined) // the page is gone
  }

  #end(reason: Error): void {
    this.#drop()?.postMessage({ kind: 'end' })
    this.#failAll(reason)
  }

  #failAll(reason: Error): void {
    for (const { answer } of this.#calls.values()) answer.reject(reason)
  }
}

const slowFileText =
  'The worker that loads results was ended, as another file took it too long. Asking again starts a new one.'

/** Returns the memory of a given result; a blob has none. */
function listHanded({ result }: LoadRequest): ArrayBuffer[] {
  return Object.values(result ?? {}).flatMap((part: unknown) =>
    ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  )
}

/** Only a running script has a message; an event without one means that there is none. */
function toCrash(event: Event): LoadError {
  if (event.type === 'error' && !('message' in event))
    return new LoadError(missingScriptText, 'page.incomplete')
  const cause = 'message' in event && event.message ? ` (${event.message})` : ''
  const text = `The worker that loads results has stopped${cause}. Asking again starts a new one.`
  return new LoadError(text, 'worker.crashed')
}

function closedError(): Error {
  return new DOMException('The source of results was closed.', 'AbortError')
}
