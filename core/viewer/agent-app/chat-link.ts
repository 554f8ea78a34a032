import { createDeferred, type Deferred } from '../../contract/time/deferred.ts'
import { isJsonObject, type Json, type JsonObject } from '../../contract/values/json.ts'
import { LoadError } from '../data/load-error.ts'

/** The version of the dialect of MCP Apps that this page speaks. */
const protocolVersion = '2026-01-26'
const unknownMethod = -32601

/** The windows of a link: the page's own, and that of the chat around it. */
export interface LinkedWindows {
  readonly page: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly chat: Pick<Window, 'postMessage'>
}

/** Takes the notifications of a chat, and returns the answers to its requests: undefined for unknown ones. */
export interface LinkListener {
  readonly onNotification: (method: string, params: JsonObject) => void
  readonly onRequest: (method: string) => JsonObject | undefined
}

/**
 * The page's end of an MCP App: JSON-RPC 2.0 in messages between its window and that of the chat around it.
 * Messages of other windows are ignored; once the chat has answered, those of other origins, too.
 */
export class ChatLink {
  readonly #windows: LinkedWindows
  readonly #listener: LinkListener
  readonly #waiting = new Map<number, Deferred<JsonObject>>()
  #origin: string | undefined
  #lastId = 0

  constructor(windows: LinkedWindows, listener: LinkListener) {
    this.#windows = windows
    this.#listener = listener
    windows.page.addEventListener('message', this.#receive)
  }

  /** Introduces the page. Returns what the chat says of itself: `hostContext`, `hostCapabilities`. */
  async open(): Promise<JsonObject> {
    const appInfo = { name: 'specimens', version: '1' }
    const appCapabilities = { availableDisplayModes: ['inline', 'fullscreen'] }
    const said = await this.request('ui/initialize', { appInfo, appCapabilities, protocolVersion })
    this.notify('ui/notifications/initialized', {})
    return said
  }

  /** Returns the answer to a request. @throws {LoadError} for a refusal; the signal's reason */
  async request(method: string, params: JsonObject, signal?: AbortSignal): Promise<JsonObject> {
    signal?.throwIfAborted()
    const id = ++this.#lastId
    const answer = createDeferred<JsonObject>()
    const cancel = (): void => {
      this.notify('notifications/cancelled', { requestId: id })
      answer.reject(signal?.reason)
    }
    this.#waiting.set(id, answer)
    signal?.addEventListener('abort', cancel, { once: true })
    this.#send({ id, method, params })
    try {
      return await answer.promise
    } finally {
      this.#waiting.delete(id)
      signal?.removeEventListener('abort', cancel)
    }
  }

  /** Sends what has no answer. */
  notify(method: string, params: JsonObject): void {
    this.#send({ method, params })
  }

  /** Receives nothing more. */
  close(): void {
    this.#windows.page.removeEventListener('message', this.#receive)
  }

  /** The first messages go to the chat whatever its origin is, which its answer tells. */
  #send(message: JsonObject): void {
    this.#windows.chat.postMessage({ jsonrpc: '2.0', ...message }, this.#origin ?? '*')
  }

  readonly #receive = ({ source, origin, data }: MessageEvent<unknown>): void => {
    const isOfChat = source === this.#windows.chat && (this.#origin === undefined || origin === this.#origin)
    if (!isOfChat || !isJsonObject(data) || data.jsonrpc !== '2.0') return
    const { id, method, params } = data
    if (typeof method !== 'string') this.#settle(data, origin)
    else if (id === undefined) this.#listener.onNotification(method, toObject(params))
    else this.#answer(id, method)
  }

  #settle({ id, result, error }: JsonObject, origin: string): void {
    const answer = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (!answer) return
    if (origin !== 'null') this.#origin ??= origin // one without a name cannot be addressed
    if (isJsonObject(result)) answer.resolve(result)
    else answer.reject(new LoadError(`The chat refuses: ${readMessage(error)}`, 'host.refused'))
  }

  #answer(id: Json, method: string): void {
    const result = this.#listener.onRequest(method)
    const error = { code: unknownMethod, message: `This page has no ${method}.` }
    this.#send(result ? { id, result } : { id, error })
  }
}

/** Returns an object, an empty one for anything else. */
export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function readMessage(error: Json | undefined): string {
  const { message } = toObject(error)
  return typeof message === 'string' ? message : 'it says no more.'
}
