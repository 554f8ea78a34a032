/** Requests as texts of bytes, and what a row of a table of hostile ones is. */
import type { Sent } from '../../support/exchange.ts'

/**
 * What is sent, the bytes, and the answers that must come: the status and code of each, with commas between
 * them. No answer at all is `none`.
 */
export type HostileRequest = readonly [what: string, sent: Sent, wanted: string]

export type Headers = { readonly [name: string]: string }

/** Returns a request of this method whose connection ends with its answer. */
export function ask(method: string, target: string, headers: Headers = {}, body?: string | Buffer): Buffer {
  const length: Headers = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const all = { host: 'localhost', connection: 'close', ...length, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  return Buffer.concat([head, Buffer.from(body ?? '')])
}

export function get(target: string, headers: Headers = {}): Buffer {
  return ask('GET', target, headers)
}

/** Returns a POST of a text or of a value as JSON. */
export function post(target: string, body: unknown, headers: Headers = {}): Buffer {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return ask('POST', target, { 'content-type': 'application/json', ...headers }, text)
}

/** Returns a GET of a specimen's data with a query of names and values. */
export function data(id: string, query: { readonly [name: string]: string }, headers: Headers = {}): Buffer {
  return get(`/api/specimens/${id}/data?${new URLSearchParams(query)}`, headers)
}
