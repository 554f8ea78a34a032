/** Results whose bytes are elsewhere: what is sent while they arrive, and what becomes of it when they do not. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import {
  type Arrival,
  holdResult,
  type StoredResult,
  toOutline,
} from '../../../core/contract/domain/result/stored-result.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { decodeEnvelope } from '../../../core/contract/wire/envelope.ts'
import type { Encoder } from '../../../core/engine/run/encoding/encoder.ts'
import { toSharedResult } from '../../../core/engine/run/shared-memory.ts'
import { createErrorHandler } from '../../../core/service/http/answer/errors.ts'
import { boundAnswers } from '../../../core/service/http/answer/large-answers.ts'
import { envelopeMediaType, representData } from '../../../core/service/http/answer/represent.ts'
import { createPublicPath } from '../../../core/service/http/request/public-path.ts'
import { sendFound } from '../../../core/service/http/routes/await-result.ts'
import { createUnlimited } from './unlimited-ledger.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
let app: FastifyInstance
afterEach(async () => await app.close())

const encoder: Encoder = {
  check: async () => {},
  async *encodePieces({ type }) {
    yield new TextEncoder().encode(JSON.stringify({ type }))
  },
  encodeFile: async () => [],
  measureFacts: async () => new Uint8Array(),
  encodeChunk: async () => new Uint8Array(),
  close: async () => {},
}
const wanted = { accept: undefined, envelopeType: envelopeMediaType, name: 'disc', isLegacy: false }
/** 1.2 MB of vertices and 0.6 MB of indices: several pieces of each. */
const mesh: MeshResult = {
  type: 'mesh',
  vertices: Float32Array.from({ length: 300_000 }, (_, i) => i),
  indices: Uint32Array.from({ length: 150_000 }, (_, i) => i % 100_000),
}

/** A result that comes when a test says so, into one memory as the host's own do. */
function createArrival(from: MeshResult = mesh) {
  const result = toSharedResult(from)
  let arrived = 0
  let change = createDeferred<void>()
  const whole = createDeferred<void>()
  whole.promise.catch(() => {})
  let opened = 0
  const arrival: Arrival = {
    readTo: async (byte) => {
      while (arrived < byte) await change.promise
    },
    whole: whole.promise,
  }
  const stored: StoredResult = {
    id: 'a',
    ...toOutline(result),
    open: async () => {
      opened++
      return { result, arrival }
    },
  }
  return {
    stored,
    comeTo: (byte: number) => {
      arrived = byte
      change.resolve()
      change = createDeferred()
    },
    end: () => whole.resolve(),
    fail: (error: Error) => {
      whole.reject(error)
      change.promise.catch(() => {})
      change.reject(error)
    },
    opened: () => opened,
  }
}

const lost = () => new SpecimenError('result.lost', 'The host is gone.')
const gone: StoredResult = {
  id: 'gone',
  ...toOutline(mesh),
  open: async () => {
    throw lost()
  },
}

/** Serves what `ask` returns, as routes do, and returns what asks for it. */
async function serve(ask: () => StoredResult | undefined, accept?: string) {
  app = Fastify()
  boundAnswers(app, createUnlimited())
  app.decorateRequest('facts')
  app.addHook('onRequest', (request, _reply, done) => {
    Object.assign(request, { facts: {} })
    done()
  })
  app.setErrorHandler(createErrorHandler(silent, createPublicPath(undefined, undefined)))
  app.get(
    '/',
    async (_request, reply) =>
      await sendFound(
        async () => ask(),
        (entry) => representData(entry, { ...wanted, accept }, encoder),
        reply,
      ),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port, as just asked
  return async (headers = {}): Promise<IncomingMessage> => {
    const [response] = await once(get({ port, headers }), 'response')
    return response
  }
}

describe('an envelope that is sent while it arrives', () => {
  it('has its preamble before any array is there, and the rest as it comes', async () => {
    const { stored, comeTo, end } = createArrival()
    const response = await (await serve(() => stored))()
    const [first] = await once(response, 'data')
    expect(first.length).toBeLessThan(1000)
    const rest = buffer(response)
    comeTo(700_000)
    comeTo(1_800_000)
    end()
    const bytes = Buffer.concat([first, await rest])
    expect(bytes.length).toBe(Number(response.headers['content-length']))
    expect(decodeEnvelope(bytes)).toEqual(mesh)
  })

  it('keeps its last piece back until all bytes are checked', async () => {
    const { stored, comeTo, end } = createArrival()
    const response = await (await serve(() => stored))()
    const length = Number(response.headers['content-length'])
    let read = 0
    response.on('data', (piece: Buffer) => {
      read += piece.length
    })
    comeTo(1_800_000)
    await expect.poll(() => read).toBeGreaterThan(length - 300_000)
    expect(read).toBeLessThan(length)
    end()
    await once(response, 'end')
    expect(read).toBe(length)
  })

  it.each(['identity', 'br', 'gzip'])('is cut off when the bytes end or are wrong, in %s', async (coding) => {
    for (const stop of [0, 700_000, 1_800_000]) {
      const { stored, comeTo, fail } = createArrival()
      const asked = (await serve(() => stored))({ 'accept-encoding': coding })
      comeTo(stop)
      setImmediate(() => fail(lost()))
      const response = await asked
      if (response.statusCode === 503) {
        // The coder had nothing to send yet, so that there was still time to say so.
        expect(coding).not.toBe('identity')
        expect(response.headers['content-encoding']).toBeUndefined()
        expect(JSON.parse((await buffer(response)).toString()).code).toBe('result.lost')
      } else {
        response.on('error', () => {}).resume() // expected: it is cut off
        await new Promise<void>((resolve) => response.once('close', resolve))
        expect([response.statusCode, response.complete]).toEqual([200, false])
      }
      await app.close()
    }
  })

  it('has nothing to show of an empty mesh before its check', async () => {
    const empty: MeshResult = { type: 'mesh', vertices: new Float32Array(), indices: new Uint32Array() }
    const good = createArrival(empty)
    const asked = (await serve(() => good.stored))()
    good.end()
    const response = await asked
    expect(decodeEnvelope(await buffer(response))).toEqual(empty)
    await app.close()
    const bad = createArrival(empty)
    const refused = (await serve(() => bad.stored))()
    await expect.poll(bad.opened).toBe(1)
    bad.fail(lost())
    const { statusCode, headers } = await refused
    expect([statusCode, headers['retry-after'], headers.etag]).toEqual([503, '2', undefined])
  })
})

it('waits for the whole of a result that is sent in another form', async () => {
  const { stored, comeTo, end } = createArrival()
  const asked = (await serve(() => stored, 'application/json'))()
  comeTo(1_800_000)
  let isAnswered = false
  void asked.then(() => {
    isAnswered = true
  })
  await expect.poll(() => app.server.connections ?? 1).toBe(1)
  expect(isAnswered).toBe(false)
  end()
  expect((await buffer(await asked)).toString()).toBe('{"type":"mesh"}')
})

it('opens nothing for a client that has the bytes, or another tag', async () => {
  const { stored, opened } = createArrival()
  const ask = await serve(() => stored)
  const etag = '"a.application-x-service-envelope-v1"'
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304)
  expect((await ask({ 'if-match': '"b"' })).statusCode).toBe(412)
  expect(opened()).toBe(0)
})

describe('a result whose host is gone', () => {
  it('is asked for once more, and may be there then', async () => {
    const found = [gone, holdResult('b', mesh)]
    const response = await (await serve(() => found.shift()))()
    expect([response.statusCode, found.length]).toEqual([200, 0])
    expect(response.headers.etag).toContain('b.')
    expect(response.headers.vary).toBe('accept, accept-encoding')
    expect(decodeEnvelope(await buffer(response))).toEqual(mesh)
  })

  it('is answered by 503, when to try again, and none of its headers, the second time', async () => {
    let asked = 0
    const ask = await serve(() => {
      asked++
      return gone
    })
    const { statusCode, headers } = await ask({ 'accept-encoding': 'gzip' })
    expect([statusCode, headers['retry-after'], asked]).toEqual([503, '2', 2])
    expect([headers.etag, headers['content-encoding']]).toEqual([undefined, undefined])
    expect(headers['content-type']).toBe('application/problem+json')
  })
})
