import { cancelJob } from '../../client/jobs.ts'
import { createTransport } from '../../client/transport.ts'
import { createDeferred, type Deferred } from '../../domain/deferred.ts'
import type { DataCall, DataSource, LoadRequest, PlainFile } from './data-source.ts'
import { LoadError, missingScriptText } from './load-error.ts'
import type { Prepared } from './prepared.ts'
import type { FromWorker, LoadOptions, ToWorker } from './worker-messages.ts'

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
      worker.postMessage({ kind: 'cancel', id })
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
      worker.terminate()
      this.#worker = null
      this.#failAll(toCrash(event))
    }
    worker.addEventListener('error', crash)
    worker.addEventListener('messageerror', crash)
    worker.addEventListener('message', (event) => {
      if (event instanceof MessageEvent) this.#receive(event.data)
    })
    return worker
  }

  #receive(message: FromWorker): void {
    const call = this.#calls.get(message.id)
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
    this.#worker?.postMessage({ kind: 'end' })
    this.#worker = null
    this.#failAll(reason)
  }

  #failAll(reason: Error): void {
    for (const { answer } of this.#calls.values()) answer.reject(reason)
  }
}

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
