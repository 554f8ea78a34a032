/**
 * Requests to one host: where it is, how the client shows its token, and what becomes of an answer that is an
 * error or not what was asked for. Everything else of the client goes through here.
 */

import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { isJsonObject, type JsonObject } from '../domain/json.ts'
import { createLargeBodies, type LargeBodies } from './large-bodies.ts'
import { readProblem } from './problem-error.ts'

/** How requests are made. */
export interface TransportOptions {
  /** Shown as a bearer token with every request. */
  readonly token?: string | undefined
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
}

/** One request. GET without a body, POST with one, unless `method` says otherwise. */
export interface ClientRequest {
  readonly method?: 'DELETE'
  readonly body?: JsonObject
  /** The media type to ask for; JSON when absent. */
  readonly accept?: string
  /** `*` asks for what the host holds already: it answers 412 rather than compute (RFC 9110, 13.1.1). */
  readonly ifMatch?: '*'
  /** Asks for the bytes as they are, not compressed (`no-transform`; pages cannot set `Accept-Encoding`). */
  readonly isPlain?: boolean
  readonly signal?: AbortSignal | undefined
  /** Whether a browser completes the request after its page is gone. */
  readonly keepalive?: boolean
}

/** Requests to one host. */
export interface Transport {
  /**
   * Returns a successful answer. @throws {ProblemError} for any other; whatever `fetch` throws when there is
   * none.
   */
  send(path: string, request?: ClientRequest): Promise<Response>
  /**
   * Returns the JSON of a successful answer, unchecked. @throws as `send`; `json.syntax` for an answer that
   * is no JSON
   */
  readJson(path: string, request?: ClientRequest): Promise<unknown>
  /** Which form large bodies come faster in, as far as this transport has seen. */
  readonly largeBodies: LargeBodies
}

/** Returns the transport to the host at `baseUrl`, which may have a path and, in a browser, no origin. */
export function createTransport(baseUrl: string, { token, fetch: own }: TransportOptions): Transport {
  const base = baseUrl.replace(/\/+$/, '')
  // A plain call below: browsers refuse their fetch as a method of something else.
  const request = own ?? fetch
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` }

  const send: Transport['send'] = async (path, given = {}) => {
    const { method, body, accept = 'application/json', ifMatch, isPlain, signal, keepalive = false } = given
    const headers = {
      accept,
      ...(body && { 'content-type': 'application/json' }),
      ...(ifMatch && { 'if-match': ifMatch }),
      ...(isPlain && { 'cache-control': 'no-transform' }),
    }
    const response = await request(base + path, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { ...headers, ...authorization },
      body: body ? JSON.stringify(body) : null,
      signal: signal ?? null,
      keepalive,
    })
    if (!response.ok) throw await readProblem(response)
    return response
  }
  return {
    send,
    readJson: async (path, more) => await parseAnswer(await send(path, more), path),
    largeBodies: createLargeBodies(),
  }
}

/** Returns an answer's JSON. @throws `json.syntax`; what broke the transfer, if that broke */
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

/**
 * Returns an id or name as one segment of a path.
 * @throws `request.invalid` for the few that no host gives and that would make it another address
 */
export function toSegment(id: string): string {
  if (id !== '' && id !== '.' && id !== '..' && id !== 'reload') return encodeURIComponent(id)
  throw new SpecimenError(
    'request.invalid',
    `${describe(id)} is not an id that a specimen, function or job can have.`,
  )
}

/**
 * Returns a body that must be a list; its entries are trusted to be of the host's own type for this address.
 * @throws `json.syntax`
 */
export function requireList<Entry>(value: unknown, path: string): readonly Entry[] {
  if (Array.isArray(value)) return value
  throw refuseAnswer(value, path, 'a list')
}

/** Returns a body that must be an object. @throws `json.syntax` */
export function requireObject(value: unknown, path: string): JsonObject {
  if (isJsonObject(value)) return value
  throw refuseAnswer(value, path, 'an object')
}

/**
 * Returns a body that must be an object; its members are trusted to be of the host's own type for this
 * address.
 * @throws `json.syntax`
 */
export function requireBody<Body extends object>(value: unknown, path: string): Body {
  const body: object = requireObject(value, path)
  return body as Body // the host's own type for this body
}

/** Returns the error for a body that is JSON but not the one that the address gives. */
export function refuseAnswer(value: unknown, path: string, wanted: string): SpecimenError {
  const found = `The answer to ${path} must be ${wanted} (got ${describe(value)}).`
  const detail = `${found} Is this address a specimen host's?`
  return new SpecimenError('json.syntax', detail)
}
