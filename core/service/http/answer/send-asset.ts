import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Log } from '../../../contract/domain/log.ts'
import type { Asset, AssetAnswer } from '../../../contract/domain/specimen.ts'
import { openAsset } from '../../../engine/catalog/open-asset.ts'
import { watchClient } from '../request/parse-request.ts'
import { holdBytes } from './answer-hold.ts'
import { toDisposition } from './disposition.ts'
import { fileHeaders } from './safe-headers.ts'
import { sendNothing, withdrawHeaders } from './send.ts'

/** Bytes of a file on its way: a piece before the connection and one in it, or the window of a worker's. */
const fileBytes = 2 ** 19
const remoteFileBytes = 2 ** 20

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
  const heldBytes = asset.kind === 'remote' ? remoteFileBytes : fileBytes
  holdBytes(reply.server.heldAnswers, reply, heldBytes)
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

/** Sends a file of a contributor under its name, as {@link sendAsset}. */
export async function sendNamedFile(
  asset: Asset,
  reply: FastifyReply,
  { log, name }: { readonly log: Log; readonly name: string },
): Promise<FastifyReply> {
  const more = { ...fileHeaders, 'content-disposition': toDisposition(name) }
  return await sendAsset(asset, reply, { log, more })
}
