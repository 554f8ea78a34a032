import { basename } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { openAsset } from '../../catalog/open-asset.ts'
import { cutText } from '../../domain/cut-text.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { Asset, AssetAnswer } from '../../domain/specimen.ts'
import { watchClient } from '../request/parse-request.ts'
import { type Coding, chooseCoding, createCompressor, refusesCodings } from './coding.ts'
import { addVary } from './compress-bodies.ts'
import { largeBytes } from './large-answers.ts'
import type { Representation } from './represent.ts'
import { cutParts, pieceBytes, sendPieces } from './send-pieces.ts'
import { tellEncoding } from './server-timing.ts'

/** The media type of JSON made by a route. */
export const jsonType = 'application/json; charset=utf-8'

/** The headers that describe the bytes of a result. */
const resultHeaders = [
  ...['etag', 'cache-control', 'content-type', 'content-encoding', 'content-length'],
  'content-disposition',
]
/** Less fits into the first window of a new connection, so compressing it saves no round trip. */
const leastCodedBytes = 16 * 1024

/**
 * Sends a representation, compressed where the client accepts it, or 304 when the client has these bytes
 * already.
 * @throws `condition.failed` when `If-Match` names other bytes
 */
export async function sendRepresentation(
  representation: Representation,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { request } = reply
  const { mediaType, compressibleBytes, fileName, encode } = representation
  const isCodable = compressibleBytes > 0 && !refusesCodings(request.headers['cache-control'])
  const wanted = isCodable ? request.headers['accept-encoding'] : undefined
  const coding = chooseCoding(wanted, compressibleBytes >= leastCodedBytes)
  const etag = coding ? nameCoded(representation.etag, coding) : representation.etag
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  if (ifMatch !== undefined && !hasTag(ifMatch, etag)) {
    throw new SpecimenError(
      'condition.failed',
      `If-Match must name the tag of the result, ${etag} (got ${cutText(ifMatch, 100)}).`,
    )
  }
  const isKnown = ifNoneMatch !== undefined && hasTag(ifNoneMatch.replaceAll('W/', ''), etag)
  const startedAt = performance.now()
  // Before any header is set, as a problem in its place must not carry them.
  const encoded = isKnown || (coding && request.method === 'HEAD') ? undefined : await encode()
  addVary(reply, compressibleBytes > 0 ? 'accept, accept-encoding' : 'accept')
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (isKnown) return await reply.code(304).send()
  reply.type(mediaType)
  if (fileName !== undefined) reply.header('content-disposition', toDisposition(fileName))
  if (coding) reply.header('content-encoding', coding)
  if (!encoded) return await sendNothing(reply)
  const { parts, length } = encoded
  const isLarge = (length ?? compressibleBytes) >= largeBytes
  if (isLarge && request.method !== 'HEAD') await reply.server.largeAnswers.begin(reply)
  // A body without a length is made while it is sent, after the headers.
  if (length !== undefined) tellEncoding(reply, performance.now() - startedAt)
  if (coding) return await sendStream(compressParts(parts, coding), reply)
  if (length !== undefined) reply.header('content-length', length)
  if (request.method === 'HEAD') return await sendNothing(reply)
  if (isWhole(parts)) return await sendBytes(parts, reply)
  return await sendPieces(parts, reply).catch((error: unknown) => {
    if (!reply.raw.headersSent) withdrawHeaders(reply, resultHeaders)
    throw error
  })
}

/** Sends parts in memory, one after the other. */
export async function sendBytes(parts: readonly Uint8Array[], reply: FastifyReply): Promise<FastifyReply> {
  const length = parts.reduce((total, { byteLength }) => total + byteLength, 0)
  reply.header('content-length', length)
  return await sendPieces(length <= pieceBytes ? [Buffer.concat(parts)] : cutParts(parts), reply)
}

/** Sends a stream. An error before its first byte is answered with a problem. */
async function sendStream(stream: Readable, reply: FastifyReply): Promise<FastifyReply> {
  stream.once('error', () => {
    if (!reply.raw.headersSent) withdrawHeaders(reply, resultHeaders)
  })
  return await reply.send(stream)
}

/** Equal tags mean equal bytes, so each coding has its own (RFC 9110, 8.8.3.3). */
function nameCoded(etag: string, coding: Coding): string {
  return `${etag.slice(0, -1)}.${coding}"`
}

/** When the client leaves, the compressor is destroyed, which ends the parts. */
function compressParts(parts: AsyncIterable<Uint8Array> | readonly Uint8Array[], coding: Coding): Readable {
  const pieces = isWhole(parts) ? cutParts(parts) : copyPieces(parts)
  const stream = Readable.from(pieces, { objectMode: true, highWaterMark: 1 })
  return pipeline(stream, createCompressor(coding), () => {}) // the stream has the error too
}

/** Copies, because a stream requests a piece before it has consumed the one before, in the same memory. */
async function* copyPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield piece.slice()
}

/** Ends the answer to a HEAD; Fastify would send `content-length: 0`. */
export async function sendNothing(reply: FastifyReply): Promise<FastifyReply> {
  return await reply.send(Readable.from([]))
}

function isWhole(parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]): parts is readonly Uint8Array[] {
  return Array.isArray(parts)
}

/**
 * Sends what of an asset answers the request, with `more` headers; a client that leaves ends it. When the
 * bytes end before the length that was announced, the connection ends too: the next answer would land in the
 * body of this one.
 * @throws as `openAsset`
 */
export async function sendAsset(
  asset: Asset,
  reply: FastifyReply,
  { log, more = {} }: { readonly log: Log; readonly more?: AssetAnswer['headers'] },
): Promise<FastifyReply> {
  const { request } = reply
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET'
  const named = Object.entries(request.headers).filter(
    (header): header is [string, string] => typeof header[1] === 'string',
  )
  const { status, headers, body } = await openAsset(
    asset,
    { method, headers: Object.fromEntries(named) },
    watchClient(reply),
  )
  // One piece ahead at most, as read bytes count as taken by the client.
  const stream =
    body === null || body instanceof Readable
      ? body
      : Readable.from(body, { objectMode: true, highWaterMark: 1 })
  if (stream?.errored) throw stream.errored // failed before a listener existed
  // Never in a shared cache: it would revalidate each time anyway, and must not keep data behind a token.
  const sent = { ...more, ...headers, 'cache-control': 'private, max-age=0' }
  reply.code(status).headers(sent)
  if (!stream) return method === 'HEAD' ? await sendNothing(reply) : await reply.send()
  stream.once('error', (error) => {
    const { raw } = reply
    if (raw.destroyed || request.raw.socket.destroyed) return
    if (raw.headersSent) {
      log.error(
        { request: request.origin?.id, route: request.routeOptions.url, err: error },
        'a file could not be sent to its end; the connection was ended',
      )
      raw.destroy()
    } else withdrawHeaders(reply, Object.keys(sent)) // Fastify answers with a problem
  })
  return await reply.send(stream)
}

/** Removes headers from both Fastify and Node, which has them once a stream has begun. */
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
  const encoded = encodeURIComponent(file).replace(/['()*]/g, (mark) => {
    return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
  })
  const extended = ascii === file ? '' : `; filename*=UTF-8''${encoded}`
  return `attachment; filename="${ascii}"${extended}`
}

/** Compares strongly: the host's tags are never weak and contain no commas. */
function hasTag(header: string, etag: string): boolean {
  const tags = header.split(',').map((tag) => tag.trim())
  return tags.includes('*') || tags.includes(etag)
}
