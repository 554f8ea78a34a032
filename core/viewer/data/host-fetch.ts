import { parseFileName } from '../../client/file-name.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { LoadError } from './load-error.ts'

/**
 * Most bytes of a result in a page. Browsers limit arrays to 2 GB, and a volume also needs its texture and
 * the received pieces. JSON takes ten times its bytes while it is parsed, and texts end at 512 MB.
 */
export const byteLimits = { binary: 2 ** 30, json: 256 * 2 ** 20 } as const

/** A body above the limit of a page. */
export class TooLargeError extends LoadError {
  /** Null for a body that passed the limit before it ended. */
  readonly byteLength: number | null
  readonly fileName: string | undefined

  constructor(limit: number, { headers }: Response, byteLength: number | null) {
    const found = byteLength === null ? `more than ${toMegabytes(limit)}` : toMegabytes(byteLength)
    const text = `There are ${found}; this page takes up to ${toMegabytes(limit)}.`
    super(text, 'result.too-large')
    this.byteLength = byteLength
    this.fileName = parseFileName(headers.get('content-disposition') ?? '')
  }
}

/**
 * Returns a `fetch` that throws {@link LoadError} in place of vague errors and for large bodies: by their
 * length, or when they pass the limit.
 */
export function createHostFetch(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const { signal } = init ?? {}
    const toUnreachable = (cause: unknown): unknown =>
      signal?.aborted || cause instanceof LoadError ? cause : unreachableError(cause)
    const response = await send(input, init).catch((cause: unknown) => {
      throw toUnreachable(cause)
    })
    const { body, headers, status, statusText } = response
    if (body === null) return response
    const isJson = headers.get('content-type')?.includes('json') === true
    const limit = isJson ? byteLimits.json : byteLimits.binary
    const length = Number(headers.get('content-length') ?? 0)
    if (length > limit) {
      await body.cancel()
      throw new TooLargeError(limit, response, length)
    }
    let reason: unknown
    let total = 0
    const reader = body.getReader()
    const limited = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read()
          if (done) return controller.close()
          total += value.byteLength // a compressed body has no known length
          if (total > limit) throw new TooLargeError(limit, response, null)
          controller.enqueue(value)
        } catch (cause) {
          reason = toUnreachable(cause)
          controller.error(reason)
          await reader.cancel(cause).catch(() => undefined) // it has failed already
        }
      },
      cancel: async (cause) => await reader.cancel(cause),
    })
    const answer = new Response(limited, { headers, status, statusText })
    return keepReason(answer, () => reason)
  }
}

/** Keeps the reason of a broken body: in Chromium `json()` always fails with "Failed to fetch". */
function keepReason(answer: Response, readReason: () => unknown): Response {
  const read = async <Content>(content: Promise<Content>): Promise<Content> =>
    await content.catch((cause: unknown) => {
      throw readReason() ?? cause
    })
  return Object.assign(answer, {
    json: () => read(Response.prototype.json.call(answer)),
    text: () => read(Response.prototype.text.call(answer)),
    arrayBuffer: () => read(Response.prototype.arrayBuffer.call(answer)),
  })
}

function unreachableError(cause: unknown): LoadError {
  const found = toThrownText(cause)
  return new LoadError(`The host does not answer (${found}).`, 'host.unreachable')
}

function toMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20).toLocaleString('en')} MB`
}
