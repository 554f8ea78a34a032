import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Bytes of the largest piece, in which parts that lie in memory are sent. */
export const pieceBytes = 2 ** 18
/** Bytes that a fast reader may take in one turn of the event loop. */
const turnBytes = 2 ** 20

/**
 * Sends at least one piece. The next is requested after the socket has taken the one before, whose memory it
 * may share; a client that leaves ends them. An error before the first piece is thrown; a later one ends the
 * connection, as the client could not distinguish it from the end.
 *
 * The event loop turns after each {@link turnBytes}: without that, a fast reader of 100 MB kept it for 20 to
 * 40 ms. Pieces made by a thread need it too, as Node reads up to 1,000 messages of a thread in one turn.
 */
export async function sendPieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = reply
  let sent = 0
  try {
    for await (const piece of pieces) {
      if (!reply.sent) takeOver(reply)
      else if (sent >= turnBytes) {
        await setImmediate()
        sent = 0
      }
      if (raw.destroyed) return reply
      sent += piece.byteLength
      await write(piece, raw)
    }
    raw.end()
  } catch (error) {
    if (!reply.sent) throw error
    raw.destroy()
    reply.request.facts.err = error // for the line of the request
  }
  return reply
}

/** Sends the status and the headers that were set; the caller writes the rest of the answer. */
export function takeOver(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const headers = reply.getHeaders() as OutgoingHttpHeaders // Fastify's name for the same
  return reply.raw.writeHead(reply.statusCode, headers)
}

async function write(piece: Uint8Array, raw: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    raw.once('close', resolve)
    raw.write(piece, () => {
      raw.off('close', resolve)
      resolve()
    })
  })
}

/** Cuts parts in memory into pieces. */
export function* cutParts(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
  }
}
