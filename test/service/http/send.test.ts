/**
 * Sending of representations by itself: how much of one is taken ahead of its reader, and what becomes of it
 * without one.
 */
import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { boundAnswers } from '../../../core/service/http/answer/large-answers.ts'
import type { Representation } from '../../../core/service/http/answer/represent.ts'
import { sendRepresentation } from '../../../core/service/http/answer/send.ts'
import { createUnlimited } from './unlimited-ledger.ts'

const partBytes = 2 ** 20
/** One part with the compressor, one ahead of it, and what both ends of the compressor hold. */
const heldBytes = 3 * partBytes

let app: FastifyInstance
afterEach(async () => await app.close())

function serve(encode: Representation['encode']): FastifyInstance {
  app = Fastify()
  app.decorateRequest('client', '')
  app.decorateRequest('facts', { getter: () => ({}) })
  boundAnswers(app, createUnlimited())
  const known = { mediaType: 'application/json', etag: '"a"', compressibleBytes: 2 ** 30 }
  const representation = { ...known, source: { key: 'a', amount: 2 ** 30 }, ownBytes: 0, encode }
  app.get('/', async (_request, reply) => await sendRepresentation(async () => representation, reply))
  return app
}

/** Bytes that no coder makes smaller, so that what is read says how much was taken. */
let state = 1
const noise = Uint8Array.from({ length: partBytes }, makeByte)

function makeByte(): number {
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 1
  return state >>> 24
}

it.each(['br', 'gzip'])(
  'takes no more than a few parts ahead of the reader when it compresses by %s',
  async (coding) => {
    let [taken, read, most] = [0, 0, 0]
    async function* makeParts(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 12; i++) {
        taken += noise.length
        most = Math.max(most, taken - read)
        yield noise
      }
    }
    let sent: Readable | undefined
    serve(async () => ({ parts: makeParts(), length: undefined }))
    app.addHook('onSend', (_request, _reply, payload, done) => {
      sent = payload as Readable // a coded representation is always one
      done(null, '')
    })
    await app.inject({ url: '/', headers: { 'accept-encoding': coding } })
    for await (const piece of sent ?? []) read += piece.length
    expect(taken).toBe(12 * partBytes)
    expect(most).toBeLessThanOrEqual(heldBytes)
  },
)

it.each(['br', 'gzip', 'identity'])(
  'ends the parts when the client leaves in the middle of %s',
  async (coding) => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    async function* makeParts(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield noise
      } finally {
        end()
      }
    }
    await serve(async () => ({ parts: makeParts(), length: undefined })).listen({
      port: 0,
      host: '127.0.0.1',
    })
    const { port } = app.server.address() as AddressInfo // it listens on a port, as just asked
    const [response] = await once(get({ port, headers: { 'accept-encoding': coding } }), 'response')
    await once(response, 'data')
    response.destroy()
    await ended
  },
)

it.each(['br', 'gzip', 'identity'])(
  'cuts the answer off when the parts fail in the middle of %s',
  async (coding) => {
    async function* makeParts(): AsyncGenerator<Uint8Array> {
      for (let i = 0; i < 8; i++) yield noise
      throw new Error('the encoder has failed')
    }
    await serve(async () => ({ parts: makeParts(), length: undefined })).listen({
      port: 0,
      host: '127.0.0.1',
    })
    const { port } = app.server.address() as AddressInfo // as above
    const [response] = await once(get({ port, headers: { 'accept-encoding': coding } }), 'response')
    response.on('error', () => {}).resume() // expected: it is cut off
    await new Promise<void>((resolve) => response.once('close', resolve))
    expect([response.statusCode, response.complete]).toEqual([200, false])
  },
)
