/** Answers in pieces that all lie in the same memory, over sockets: no byte of one may be of the next. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createErrorHandler } from '../../../core/service/http/answer/errors.ts'
import { boundAnswers } from '../../../core/service/http/answer/large-answers.ts'
import type { Representation } from '../../../core/service/http/answer/represent.ts'
import { sendRepresentation } from '../../../core/service/http/answer/send.ts'
import { createPublicPath } from '../../../core/service/http/request/public-path.ts'
import { createUnlimited } from './unlimited-ledger.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const pieceBytes = 2 ** 20
/** More than the buffers of a connection hold. */
const pieces = 40
let app: FastifyInstance
let asked = 0
let hasEnded = false
let failsAt = Number.POSITIVE_INFINITY

beforeEach(() => {
  app = Fastify()
  app.decorateRequest('client', '')
  app.decorateRequest('facts', { getter: () => ({}) })
  boundAnswers(app, createUnlimited())
  app.setErrorHandler(createErrorHandler(silent, createPublicPath(undefined, undefined)))
  asked = 0
  hasEnded = false
  failsAt = Number.POSITIVE_INFINITY
})
afterEach(async () => await app.close())

async function* fillAgain(): AsyncGenerator<Uint8Array> {
  const memory = new Uint8Array(new SharedArrayBuffer(pieceBytes))
  try {
    for (; asked < pieces; asked++) {
      if (asked === failsAt) throw new Error('no more')
      memory.fill(asked)
      yield memory
      memory.fill(0xff) // which no piece has
    }
  } finally {
    hasEnded = true
  }
}

async function ask(headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const representation: Representation = {
    mediaType: 'application/json',
    etag: '"one"',
    compressibleBytes: pieces * pieceBytes,
    source: { key: 'one', amount: pieces * pieceBytes },
    ownBytes: 0,
    encode: async () => ({ parts: fillAgain(), length: undefined }),
  }
  app.get('/', (_request, reply) => sendRepresentation(async () => representation, reply))
  const [answer] = await once(get(`${await app.listen({ port: 0 })}/`, { headers }), 'response')
  return answer
}

const wanted = (): Buffer =>
  Buffer.concat(Array.from({ length: pieces }, (_, i) => Buffer.alloc(pieceBytes, i)))

it('keeps what a slow reader has not taken, and asks for no more meanwhile', async () => {
  const answer = await ask()
  answer.pause()
  let before = -1
  await expect
    .poll(() => {
      const isStill = asked === before
      before = asked
      return isStill
    })
    .toBe(true)
  expect(asked).toBeLessThan(pieces - 1)
  expect(Buffer.compare(await buffer(answer), wanted())).toBe(0)
  expect(hasEnded).toBe(true)
})

it('compresses each piece as it was', async () => {
  const answer = await ask({ 'accept-encoding': 'gzip' })
  expect(answer.headers['content-encoding']).toBe('gzip')
  expect(Buffer.compare(gunzipSync(await buffer(answer)), wanted())).toBe(0)
})

it('ends the pieces when the client leaves', async () => {
  const answer = await ask()
  answer.destroy()
  await expect.poll(() => hasEnded).toBe(true)
  expect(asked).toBeLessThan(pieces)
})

it('answers with a problem, without headers of the result, when the first piece fails', async () => {
  failsAt = 0
  const answer = await ask()
  expect(answer.statusCode).toBe(500)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/problem+json' })
  expect(answer.headers.etag).toBeUndefined()
})

it('ends the connection when a later piece fails', async () => {
  failsAt = 3
  const answer = await ask()
  expect(answer.statusCode).toBe(200)
  await expect(buffer(answer)).rejects.toThrow('aborted')
})

it('lets the event loop turn between pieces, however fast they come and are taken', async () => {
  let [before, most] = [0, 0]
  const count = (): void => {
    most = Math.max(most, asked - before)
    before = asked
    if (!hasEnded) setImmediate(count)
  }
  count()
  await buffer(await ask())
  expect(most).toBe(1)
})
