/** One request to a host: its headers, token and body. */
import { SpecimenError } from '../contract/domain/errors.ts'
import type { JsonObject } from '../contract/values/json.ts'

/** One request. GET without a body, POST with one, unless `method` is set. */
export interface ClientRequest {
  readonly method?: 'DELETE' | 'PUT'
  readonly body?: JsonObject
  /** A file to be sent as it is, in place of `body`. */
  readonly file?: Blob
  /** The place of `file` in a larger one (`Content-Range`). */
  readonly contentRange?: string
  /** The wanted media type; JSON when absent. */
  readonly accept?: string
  /** `*` requests only a result that the host already holds: it answers 412 otherwise (RFC 9110, 13.1.1). */
  readonly ifMatch?: '*'
  /** Requests uncompressed bytes (`no-transform`; pages cannot set `Accept-Encoding`). */
  readonly isPlain?: boolean
  readonly signal?: AbortSignal | undefined
  /** Set for a request that a browser completes after its page has closed. */
  readonly keepalive?: boolean
}

/** Sends a request, whatever its answer is. @throws the error of `fetch` */
export type SendRequest = (path: string, request: ClientRequest) => Promise<Response>

/** Returns what sends requests to the addresses below `base`. */
export function createSender(base: string, token: string | undefined, own?: typeof fetch): SendRequest {
  // A plain call below: browsers reject their `fetch` as a method of another object.
  const request = own ?? fetch
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` }
  return async (path, given) => {
    const { method, body, file, contentRange, accept = 'application/json', ifMatch, isPlain } = given
    const headers = {
      accept,
      ...(body && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': 'application/octet-stream' }),
      ...(contentRange && { 'content-range': contentRange }),
      ...(ifMatch && { 'if-match': ifMatch }),
      ...(isPlain && { 'cache-control': 'no-transform' }),
    }
    return await request(base + path, {
      method: method ?? (body || file ? 'POST' : 'GET'),
      headers: { ...headers, ...authorization },
      body: body ? JSON.stringify(body) : (file ?? null),
      signal: given.signal ?? null,
      keepalive: given.keepalive ?? false,
    })
  }
}

/** Returns an answer's JSON. @throws `json.syntax`; the error of a broken transfer */
export async function parseAnswer(response: Response, path: string): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    const found = response.headers.get('content-type') ?? 'without a media type'
    throw new SpecimenError(
      'json.syntax',
      `The answer to ${path} must be JSON (got ${found}: ${cause.message}).`,
      { cause },
    )
  }
}
