import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'

/** Bytes of the largest piece, in which parts that lie in memory are sent. */
export const pieceBytes = 2 ** 18

/**
 * Sends pieces, of which there is at least one. The next is asked for when the socket has taken the one
 * before, whose memory it may lie in; a client that leaves ends them. Whatever fails before the first piece
 * is thrown and not yet answered; later it ends the connection, as the client could not tell it from the
 * end.
 *
 * The kernel takes at once what is written to a client that reads fast, so that the event loop turns between
 * pieces: without that, 100 MB kept it for 20 to 40 ms. Nor does it turn by itself between pieces that a
 * thread makes, as Node reads up to 1,000 messages of a thread in one turn, and what comes meanwhile.
 */
export async function sendPieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { raw } = reply
  try {
    for await (const piece of pieces) {
      if (reply.sent) await setImmediate()
      else takeOver(reply)
      if (raw.destroyed) return reply
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

/** Sends the status and the headers that were set; the rest of the answer is the caller's to write. */
export function takeOver(reply: FastifyReply): ServerResponse {
  reply.hijack()
  const headers = reply.getHeaders() as OutgoingHttpHeaders // Fastify's name for the same
  return reply.raw.writeHead(reply.statusCode, headers)
}

/** Resolves when the system has taken the piece, or the client has left. */
async function write(piece: Uint8Array, raw: ServerResponse): Promise<void> {
  await new Promise<void>((resolve) => {
    raw.once('close', resolve)
    raw.write(piece, () => {
      raw.off('close', resolve)
      resolve()
    })
  })
}

/** Yields parts that lie in memory in pieces. */
export function* cutParts(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
  }
}
