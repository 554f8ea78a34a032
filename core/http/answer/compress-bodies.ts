import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { type Coding, chooseCoding, compress } from './coding.ts'

/** Bytes from which compressing a body is worth it: smaller ones are one packet anyway. */
const longBytes = 1024
const compressible = /^(application\/(problem\+)?json|text\/)/

/**
 * Compresses the bodies that the routes of `app` make of text or bytes: catalog, schemas, progress, problems,
 * `/docs`. Streams (files, results) pass. A body of bytes may be sent again, as the catalog is until the next
 * reload, so its compressed form is kept as long as the bytes are.
 */
export function addBodyCompression(app: FastifyInstance): void {
  const kept = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>()
  const compressOnce = (body: string | Buffer, coding: Coding): Promise<Buffer> => {
    if (typeof body === 'string') return compress(body, coding)
    const known = kept.get(body) ?? new Map<Coding, Promise<Buffer>>()
    kept.set(body, known)
    const compressed = known.get(coding) ?? compress(body, coding)
    known.set(coding, compressed)
    return compressed
  }
  const hook: onSendHookHandler = (request, reply, body, done) => {
    const coding = isText(body) ? negotiate(request, reply, body.length) : undefined
    if (!isText(body) || !coding) return done()
    compressOnce(body, coding).then((bytes) => {
      reply.header('content-encoding', coding).removeHeader('content-length')
      done(null, bytes)
    }, done)
  }
  app.addHook('onRoute', (route) => {
    // First: what answers a HEAD takes the body away.
    route.onSend = [hook, route.onSend ?? []].flat()
  })
}

/**
 * Returns the coding that the client wants for a body of so many bytes; `Vary` gets what that depends on.
 */
function negotiate(request: FastifyRequest, reply: FastifyReply, length: number): Coding | undefined {
  const wanted = request.headers['accept-encoding']
  if (length < longBytes && !wanted) return undefined
  if (reply.hasHeader('content-encoding')) return undefined // compressed already
  if (!compressible.test(String(reply.getHeader('content-type')))) return undefined
  addVary(reply, 'accept-encoding')
  return chooseCoding(wanted, length >= longBytes)
}

function isText(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** Names request headers on which the answer depends, beside those that others have named. */
export function addVary(reply: FastifyReply, names: string): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? names : `${before}, ${names}`)
}
