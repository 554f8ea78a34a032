/**
 * A data worker in this process, on the code of the real one: messages are cloned and buffers handed over as
 * between threads, and the host is a script.
 */
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { createLoad } from '../../../core/viewer/data/load-content.ts'
import { serveLoads } from '../../../core/viewer/data/serve-loads.ts'
import type { FromWorker, ToWorker } from '../../../core/viewer/data/worker-messages.ts'
import { type DataWorker, WorkerSource } from '../../../core/viewer/data/worker-source.ts'

export interface Asked {
  readonly line: string
  readonly headers: Headers
  readonly body: unknown
  readonly signal: AbortSignal | null | undefined
}
export type Answer = (asked: Asked) => Response | Promise<Response>

export class FakeWorker extends EventTarget implements DataWorker {
  isEnded = false
  /** What was sent to the page, and the buffers that were handed over. */
  readonly posted: { readonly message: FromWorker; readonly buffers: ArrayBuffer[] }[] = []
  readonly #receive: (message: ToWorker) => void

  constructor(
    fetch: typeof globalThis.fetch,
    decodeFile: (bytes: Uint8Array, name: string) => Promise<Result>,
  ) {
    super()
    this.#receive = serveLoads(
      createLoad(fetch, async (source) => {
        if (!('bytes' in source)) throw new Error('The host has sent no bytes.')
        const result = await decodeFile(source.bytes, source.fileName)
        return { frames: 1, read: async () => result }
      }),
      (message, buffers) => {
        this.posted.push({ message, buffers })
        const data = structuredClone(message, { transfer: buffers })
        if (!this.isEnded) setImmediate(() => this.dispatchEvent(new MessageEvent('message', { data })))
      },
      () => {
        this.isEnded = true
      },
    )
  }

  postMessage(message: ToWorker): void {
    const clone = structuredClone(message)
    setImmediate(() => this.#receive(clone))
  }

  terminate(): void {
    this.isEnded = true
  }

  crash(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }))
  }
}

export interface FakePage {
  readonly source: WorkerSource
  readonly window: EventTarget
  readonly workers: FakeWorker[]
  readonly asked: Asked[]
}

/** Returns a source whose host answers by `script`, by method and path; whatever is missing there is away. */
export function openFakePage(
  script: { readonly [line: string]: Answer },
  {
    decodeFile = () => Promise.reject(new Error('No decoder knows it.')),
    token = () => undefined,
  }: {
    readonly decodeFile?: (bytes: Uint8Array, name: string) => Promise<Result>
    readonly token?: () => string | undefined
  } = {},
): FakePage {
  const asked: Asked[] = []
  const workers: FakeWorker[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { method = 'GET', headers, body, signal } = init
    const line = `${method} ${String(input).replace('http://host', '')}`
    const request = {
      line,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      signal,
    }
    asked.push(request)
    const answer = script[line.replace(/since=-?\d+(?:&wait=\d+)?/, 'since=n')]
    if (!answer) throw new TypeError('Failed to fetch')
    return await answer(request)
  }
  const window = Object.assign(new EventTarget(), { fetch })
  const start = () => {
    const worker = new FakeWorker(fetch, decodeFile)
    workers.push(worker)
    return worker
  }
  const source = new WorkerSource(start, {
    baseUrl: 'http://host',
    token,
    viewerId: 'page-7',
    page: window,
  })
  return { source, window, workers, asked }
}
