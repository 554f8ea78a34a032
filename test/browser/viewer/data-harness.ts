/** What the data test runs in the page: a source of results on the built worker. */
import type { DataSource, LoadRequest } from '../../../core/viewer/data/data-source.ts'
import { WorkerSource } from '../../../core/viewer/data/worker-source.ts'

/** Opens a source of the page's own host. */
export function openSource(worker: string): DataSource {
  return new WorkerSource(() => new Worker(`viewer/${worker}`, { type: 'module' }), {
    baseUrl: new URL('.', document.baseURI).href,
    token: () => undefined,
    viewerId: 'page-7',
    page: window,
  })
}

/** Loads, and returns what a test can compare of the content: arrays by class, place and length. */
export async function load(source: DataSource, request: LoadRequest, signal?: AbortSignal): Promise<unknown> {
  const messages: string[] = []
  const call = {
    signal: signal ?? new AbortController().signal,
    onProgress: (added: readonly { readonly text: string }[]) =>
      messages.push(...added.map(({ text }) => text)),
  }
  try {
    const content = await source.load(request, call)
    return { messages, content: describe(content) }
  } catch (error) {
    const { name, message } = error as Error // all that a source rejects with here
    return { messages, error: { ...(error as Error), name, message } } // as above
  }
}

function describe(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    const view = value as Uint8Array // or another typed array
    const { byteOffset, length, buffer } = view
    return {
      array: view.constructor.name,
      byteOffset,
      length,
      bufferLength: buffer.byteLength,
      first: view[0],
    }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, describe(member)]))
}
