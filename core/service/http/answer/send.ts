import { pipeline, Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { hasTag, isKnownTag } from '../../../engine/catalog/entity-tags.ts'
import type { FormReader } from '../../calls/make-form.ts'
import { watchClient } from '../request/parse-request.ts'
import { AnswerHold } from './answer-hold.ts'
import { type Coding, chooseCoding, createCompressor, refusesCodings } from './coding.ts'
import { addVary } from './compress-bodies.ts'
import { toDisposition } from './disposition.ts'
import { largeBytes } from './large-answers.ts'
import type { Encoded, Representation } from './represent.ts'
import { cutParts, pieceBytes, sendPieces } from './send-pieces.ts'
import { tellEncoding } from './server-timing.ts'

/** The media type of JSON made by a route. */
export const jsonType = 'application/json; charset=utf-8'

/** The headers that describe the bytes of a result. */
const resultHeaders = [
  'etag',
  'cache-control',
  'content-type',
  'content-encoding',
  'content-length',
  'content-disposition',
  'content-range',
  'accept-ranges',
  'specimen-notes',
]
/** Less fits into the first window of a new connection, so compressing it saves no round trip. */
const leastCodedBytes = 16 * 1024
/** The memory of a compressor, with a piece before it and one behind it. */
const codingBytes = 2 ** 20

interface AnswerPlan {
  readonly etag: string
  readonly coding: Coding | undefined
  /** Set when the client has these bytes already. */
  readonly isKnown: boolean
}

interface EncodedAnswer extends Pick<AnswerPlan, 'coding'> {
  readonly representation: Representation
  /** Absent for a HEAD that needs no bytes. */
  readonly encoded: Encoded | undefined
  readonly startedAt: number
}

/**
 * Sends the representation that `find` returns, compressed where the client accepts it, or 304 when the
 * client has these bytes already, or an answer without a body for none. Its memory is taken before it is
 * encoded. An answer that has to wait for its turn keeps no result meanwhile: `find` is called again.
 * @throws `condition.failed` when `If-Match` names other bytes, `host.busy`, and the errors of `find`
 */
export async function sendRepresentation(
  find: () => Promise<Representation | undefined>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const hold = new AnswerHold(reply.server.heldAnswers, reply)
  for (;;) {
    const outcome = await sendAtTurn(find, hold, reply)
    if (outcome === 'sent') return reply
    await outcome.turn
  }
}

/** An answer that may begin only after others of its client. */
interface Waiting {
  readonly turn: Promise<void>
}

async function sendAtTurn(
  find: () => Promise<Representation | undefined>,
  hold: AnswerHold,
  reply: FastifyReply,
): Promise<'sent' | Waiting> {
  const representation = await find()
  if (!representation) {
    await sendNothing(reply.header('cache-control', 'no-cache'))
    return 'sent'
  }
  const { method } = reply.request
  const { compressibleBytes, source, ownBytes, notes } = representation
  const { etag, coding, isKnown } = planAnswer(representation, reply)
  const startedAt = performance.now()
  const isEncoded = !isKnown && !(coding && method === 'HEAD')
  if (isEncoded) {
    const isLarge = source.amount + ownBytes >= largeBytes && method !== 'HEAD'
    const turn = isLarge ? reply.server.largeAnswers.begin(reply) : undefined
    if (turn) return { turn }
    hold.take(source, ownBytes + (coding ? codingBytes : 0))
  }
  // Before any header is set, as a problem in its place must not carry them.
  const encoded = isEncoded ? await representation.encode(toReader(reply)) : undefined
  if (encoded?.file) hold.takeFile(encoded.file)
  addVary(reply, compressibleBytes > 0 ? 'accept, accept-encoding' : 'accept')
  reply.header('etag', etag).header('cache-control', 'no-cache')
  if (notes !== undefined) reply.header('specimen-notes', notes)
  if (isKnown) await reply.code(304).send()
  else await sendEncoded({ representation, encoded, coding, startedAt }, reply)
  return 'sent'
}

/** Returns the reader of a form that answers a request. */
function toReader(reply: FastifyReply): FormReader {
  const { client: caller } = reply.request
  const hold: FormReader['hold'] = (thing) => reply.server.heldAnswers.takeShared(caller, thing, 0).release
  return { caller, signal: watchClient(reply), hold }
}

/** Returns which bytes answer a request. @throws `condition.failed` */
function planAnswer(
  { etag: plain, compressibleBytes }: Representation,
  { request }: FastifyReply,
): AnswerPlan {
  const isCodable = compressibleBytes > 0 && !refusesCodings(request.headers['cache-control'])
  const wanted = isCodable ? request.headers['accept-encoding'] : undefined
  const coding = chooseCoding(wanted, compressibleBytes >= leastCodedBytes)
  const etag = coding ? nameCoded(plain, coding) : plain
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers
  if (ifMatch !== undefined && !hasTag(ifMatch, etag)) {
    throw new SpecimenError(
      'condition.failed',
      `If-Match must name the tag of the result, ${etag} (got ${cutText(ifMatch, 100)}).`,
    )
  }
  return { etag, coding, isKnown: isKnownTag(ifNoneMatch, etag) }
}

async function sendEncoded(
  { representation, encoded, coding, startedAt }: EncodedAnswer,
  reply: FastifyReply,
): Promise<void> {
  const { mediaType, fileName, hasRanges } = representation
  reply.type(mediaType)
  if (hasRanges) reply.header('accept-ranges', 'bytes')
  if (fileName !== undefined) reply.header('content-disposition', toDisposition(fileName))
  if (coding) reply.header('content-encoding', coding)
  if (!encoded) return void (await sendNothing(reply))
  const { parts, length, range } = encoded
  if (range) reply.code(range.status).header('content-range', range.contentRange)
  // A body without a length is made while it is sent, after the headers.
  if (length !== undefined) tellEncoding(reply, performance.now() - startedAt)
  if (coding) return void (await sendStream(compressParts(parts, coding), reply))
  if (length !== undefined) reply.header('content-length', length)
  if (reply.request.method === 'HEAD') return void (await sendNothing(reply))
  if (isWhole(parts)) return void (await sendBytes(parts, reply))
  await sendPieces(parts, reply).catch((error: unknown) => {
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

/** Removes headers from both Fastify and Node, which has them once a stream has begun. */
export function withdrawHeaders(reply: FastifyReply, names: readonly string[]): void {
  for (const name of names) {
    reply.removeHeader(name)
    reply.raw.removeHeader(name)
  }
}
