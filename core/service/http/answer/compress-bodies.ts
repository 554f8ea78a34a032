import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { type Coding, chooseCoding, compress, compressOnce } from './coding.ts'

/** Smaller bodies are one packet anyway. */
const longBytes = 1024
const compressible = /^(application\/(problem\+)?json|text\/)/

/**
 * Compresses the text and byte bodies of `app`'s routes: catalog, schemas, progress, problems, `/docs`.
 * Streams (files, results) pass. The compressed form of a byte body is kept as long as the bytes, which may
 * be sent again.
 */
export function addBodyCompression(app: FastifyInstance): void {
  const kept = new WeakMap<Buffer, (coding: Coding) => Promise<Buffer>>()
  const compressBody = (body: string | Buffer, coding: Coding): Promise<Buffer> => {
    if (typeof body === 'string') return compress(body, coding)
    const compressAs = kept.get(body) ?? compressOnce((wanted) => compress(body, wanted))
    kept.set(body, compressAs)
    return compressAs(coding)
  }
  const hook: onSendHookHandler = (request, reply, body, done) => {
    const coding = isText(body) ? negotiate(request, reply, body.length) : undefined
    if (!isText(body) || !coding) return done()
    compressBody(body, coding).then((bytes) => {
      reply.header('content-encoding', coding).removeHeader('content-length')
      done(null, bytes)
    }, done)
  }
  app.addHook('onRoute', (route) => {
    // Runs first, because the hook for HEAD removes the body.
    route.onSend = [hook, route.onSend ?? []].flat()
  })
}

function negotiate(request: FastifyRequest, reply: FastifyReply, length: number): Coding | undefined {
  if (reply.hasHeader('content-encoding')) return undefined // compressed already
  if (!compressible.test(String(reply.getHeader('content-type')))) return undefined
  // Also of a short body: another client may refuse plain bytes.
  addVary(reply, 'accept-encoding')
  return chooseCoding(request.headers['accept-encoding'], length >= longBytes)
}

function isText(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** Adds names of request headers to `Vary`, each once. */
export function addVary(reply: FastifyReply, names: string): void {
  const before = reply.getHeader('vary')
  const all = before === undefined ? names : `${before}, ${names}`
  reply.header('vary', [...new Set(all.split(', '))].join(', '))
}
