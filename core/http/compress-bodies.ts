/** Compression of the bodies that routes make: catalog, schemas, progress, problems, `/docs`, the description. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Coding, chooseCoding, compress } from './coding.ts'

/** Smaller bodies are one packet anyway. */
const leastBytes = 1024
const compressible = /^(application\/(problem\+)?json|text\/)/

/**
 * Compresses the bodies of `app` that are text or bytes; streams (files, results) pass. A body of bytes may be
 * sent again, as the catalog is until the next reload, so its compressed form is kept as long as the bytes are.
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
  app.addHook('onSend', (request, reply, body, done) => {
    const wanted = request.headers['accept-encoding']
    if (!isText(body) || (body.length < leastBytes && !wanted)) return done()
    if (!compressible.test(String(reply.getHeader('content-type')))) return done()
    addVary(reply, 'accept-encoding')
    const coding = chooseCoding(wanted, body.length >= leastBytes)
    if (!coding) return done()
    compressOnce(body, coding).then((bytes) => {
      reply.header('content-encoding', coding).removeHeader('content-length')
      done(null, bytes)
    }, done)
  })
}

function isText(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** Names request headers on which the answer depends, beside those that others have named. */
export function addVary(reply: FastifyReply, names: string): void {
  const before = reply.getHeader('vary')
  reply.header('vary', before === undefined ? names : `${before}, ${names}`)
}
