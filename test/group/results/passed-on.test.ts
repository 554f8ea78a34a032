/** Clients of a host that has a pointer only: what they get while the bytes come, and when they do not. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { holdResult, type StoredResult } from '../../../core/domain/result/stored-result.ts'
import type { ResultPointer } from '../../../core/group/results/result-pointer.ts'
import { createErrorHandler } from '../../../core/http/answer/errors.ts'
import { boundLargeAnswers } from '../../../core/http/answer/large-answers.ts'
import { envelopeMediaType, representData } from '../../../core/http/answer/represent.ts'
import { createPublicPath } from '../../../core/http/request/public-path.ts'
import { sendFound } from '../../../core/http/routes/await-result.ts'
import type { Encoder } from '../../../core/run/encoding/encoder.ts'
import { decodeEnvelope } from '../../../core/wire/envelope.ts'
import { createFaultProxy, type FaultProxy } from '../../support/fault-proxy.ts'
import { type GroupHost, startGroupHost } from './group-host.ts'
import { digest, largeMesh, samples, smallMesh } from './samples.ts'

const encoder = {} as Encoder // is not called: everything is asked for as an envelope
let owner: GroupHost
let other: GroupHost
let proxy: FaultProxy
let app: FastifyInstance
/** What the room has; undefined when it has to be computed. */
let pointer: ResultPointer | undefined
let computed: number

beforeEach(async () => {
  owner = await startGroupHost()
  proxy = await createFaultProxy({ target: owner.port })
  owner.moveTo(`http://127.0.0.1:${proxy.port}`)
  other = await startGroupHost()
  computed = 0
  app = Fastify()
  app.decorateRequest('client', '')
  boundLargeAnswers(app)
  app.decorateRequest('facts')
  app.addHook('onRequest', (request, _reply, done) => {
    Object.assign(request, { facts: {} })
    done()
  })
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  app.setErrorHandler(createErrorHandler(silent, createPublicPath(undefined, undefined)))
  const wanted = { accept: envelopeMediaType, envelopeType: envelopeMediaType, name: 'disc', isLegacy: false }
  app.get('/', async (_request, reply) => {
    return await sendFound(ask, (entry) => representData(entry, wanted, encoder), reply)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  await app.close()
  await other.close()
  await proxy.close()
  await owner.close()
})

/** As the room cache and the executor do. */
async function ask(): Promise<StoredResult> {
  const forget = (): void => {
    pointer = undefined
  }
  const found = pointer && other.results.find(pointer, forget)
  if (found) return found
  computed++
  return holdResult('computed', smallMesh)
}

async function load(): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo // it listens on a port, as just asked
  const [response] = await once(get({ port, agent: false }), 'response')
  return response
}

it.each(Object.entries(samples))('get the result of the other host: %s', async (_name, result) => {
  pointer = owner.results.keep(result, undefined).pointer
  for (let i = 0; i < 2; i++) {
    const { colors: _, ...inEnvelope } = { colors: undefined, ...result }
    const wanted = result.type === 'point_cloud' ? result : inEnvelope
    expect(digest(decodeEnvelope(await buffer(await load())))).toEqual(digest(wanted))
  }
  expect([proxy.connections.length, computed]).toEqual([1, 0])
})

it('get the first bytes before the last have come', async () => {
  pointer = owner.results.keep(largeMesh, undefined).pointer
  proxy.setFaults('toClient', { bytesPerSecond: 4e6 })
  const response = await load()
  let read = 0
  response.on('data', (piece: Buffer) => {
    read += piece.length
  })
  await expect.poll(() => read).toBeGreaterThan(500_000)
  expect(other.shelf.counts.copies).toBe(0)
  proxy.heal()
  await once(response, 'end')
  expect(read).toBe(Number(response.headers['content-length']))
})

it('get it computed when the other host cannot be reached, or has it no longer', async () => {
  pointer = owner.results.keep(largeMesh, undefined).pointer
  proxy.admit('refuse')
  expect(digest(decodeEnvelope(await buffer(await load())))).toEqual(digest(smallMesh))
  proxy.heal()
  pointer = owner.results.keep(largeMesh, undefined).pointer
  owner.shelf.close()
  expect(digest(decodeEnvelope(await buffer(await load())))).toEqual(digest(smallMesh))
  expect(computed).toBe(2)
})

it.each([1_000_000, 6_000_000, 12_100_000])(
  'get an answer that is cut off when the other host dies after %i bytes, and it computed the next time',
  async (bytes) => {
    pointer = owner.results.keep(largeMesh, undefined).pointer
    void proxy.endAfter('toClient', bytes, 'reset')
    const response = await load()
    response.on('error', () => {}).resume() // expected: it is cut off
    await new Promise<void>((resolve) => response.once('close', resolve))
    expect([response.statusCode, response.complete]).toEqual([200, false])
    expect(digest(decodeEnvelope(await buffer(await load())))).toEqual(digest(smallMesh))
    expect([computed, pointer]).toEqual([1, undefined])
  },
)

it('never get all of a result whose bytes are not those that were sealed', async () => {
  const { pointer: right } = owner.results.keep(largeMesh, undefined)
  // The owner's memory changes after it was sealed, which stands for a fault or a man in the middle.
  const { held } = owner.shelf.get(right.id) ?? {}
  expect(digest(decodeEnvelope(await buffer(await loadAs(right))))).toBeDefined()
  other.shelf.close()
  if (held?.type !== 'mesh') throw new Error('it is a mesh')
  const before = held.normals?.[0] ?? 0
  held.normals?.set([before + 1], 0)
  const response = await loadAs(right)
  response.on('error', () => {}).resume() // expected: it is cut off
  await new Promise<void>((resolve) => response.once('close', resolve))
  held.normals?.set([before], 0)
  expect([response.complete, other.shelf.counts.copies]).toEqual([false, 0])
})

async function loadAs(given: ResultPointer): Promise<IncomingMessage> {
  pointer = given
  return await load()
}
