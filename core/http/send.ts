/** Sending: a representation with its length and validator, and files of specimens with ranges and conditions. */
import type { OutgoingHttpHeaders } from 'node:http'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openAsset } from '../catalog/open-asset.ts'
import type { Log } from '../domain/log.ts'
import type { Asset } from '../domain/specimen.ts'
import { watchClient } from './parse-request.ts'
import type { Representation } from './represent.ts'

/** What JSON made by a route is sent as. */
export const jsonType = 'application/json; charset=utf-8'

/** Representations up to here are handed over whole, larger ones in pieces between which others have their turn. */
const wholeBytes = 16 * 2 ** 20
const pieceBytes = 2 ** 20

/** Sends a representation, or 304 when the client has it. */
export async function sendRepresentation(
  representation: Representation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { mediaType, etag, open } = representation
  reply
    .header('etag', etag)
    .header('vary', addToVary(reply, 'accept'))
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
  if (hasTag(request.headers['if-none-match'], etag)) return await reply.code(304).send()
  const { parts, length } = await open()
  reply.type(mediaType)
  if (length !== undefined) reply.header('content-length', length)
  if (isWhole(parts) && length !== undefined && length <= wholeBytes) return sendWhole(parts, reply)
  const pieces = isWhole(parts) ? cutParts(parts) : parts
  return await reply.send(Readable.from(pieces, { objectMode: true, highWaterMark: 1 }))
}

/** Returns what an answer depends on with one header more; that of the origin is there before (see `cors.ts`). */
function addToVary(reply: FastifyReply, name: string): string {
  const known = reply.getHeader('vary')
  return known === undefined ? name : `${String(known)}, ${name}`
}

function isWhole(parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]): parts is readonly Uint8Array[] {
  return Array.isArray(parts)
}

/**
 * The kernel takes at once what is written to a client that reads fast: 100 MB kept the event loop for 20 to 40 ms, in pieces
 * too, unless the loop turns between them.
 */
async function* cutParts(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += pieceBytes) {
      yield part.subarray(at, at + pieceBytes)
      await setImmediate()
    }
  }
}

/**
 * Hands all parts to the socket at once: they lie in memory anyway, and a stream would wait for each in turn (12 MB: 0.88
 * of the rate of a bare server, against 0.93).
 */
function sendWhole(parts: readonly Uint8Array[], reply: FastifyReply): FastifyReply {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders) // Fastify's own form of the same
  raw.cork()
  for (const part of parts) raw.write(part)
  raw.end()
  return reply
}

/**
 * Sends what of an asset answers the request; a client that leaves ends it. When the bytes end before the length that was
 * announced, the connection ends too: the next answer would land in the body of this one.
 * @throws as `openAsset`
 */
export async function sendAsset(asset: Asset, request: FastifyRequest, reply: FastifyReply, log: Log): Promise<FastifyReply> {
  reply.header('x-content-type-options', 'nosniff')
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
  const named = Object.entries(request.headers).filter((header): header is [string, string] => typeof header[1] === 'string')
  const { status, headers, body } = await openAsset(asset, { method, headers: Object.fromEntries(named) }, watchClient(reply))
  // Never in a shared cache: with max-age=0 one would ask each time anyway, and where there is a token it must not.
  reply.code(status).headers({ ...headers, 'cache-control': 'private, max-age=0' })
  if (!body) return await reply.send(method === 'HEAD' ? Readable.from([]) : undefined) // Fastify would call a HEAD without a body empty
  // One piece ahead at most: what is read counts as taken by the client.
  const stream = body instanceof Readable ? body : Readable.from(body, { objectMode: true, highWaterMark: 1 })
  stream.once('error', (error) => {
    const { raw } = reply
    if (raw.destroyed || request.raw.socket.destroyed) return // the client has left, and that has ended the stream
    if (raw.headersSent) {
      log.error({ err: error, url: request.url }, 'a file could not be sent to its end; the connection was ended')
      raw.destroy()
    } else withdrawHeaders(reply, ['content-disposition', ...Object.keys(headers)]) // Fastify answers with a problem
  })
  return await reply.send(stream)
}

/** Fastify keeps headers until it answers, and has told Node of them when it streams. */
function withdrawHeaders(reply: FastifyReply, names: readonly string[]): void {
  for (const name of names) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
}

/** Returns the header that makes a browser save a file under its name (RFC 6266, with an ASCII fallback). */
export function toDisposition(name: string): string {
  const file = basename(name)
  const ascii = file.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const extended =
    ascii === file
      ? ''
      : `; filename*=UTF-8''${encodeURIComponent(file).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`
  return `attachment; filename="${ascii}"${extended}`
}

function hasTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}
