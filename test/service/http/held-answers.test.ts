/** What answers hold, by the account's own numbers: from before their result is computed until they are read. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { createHost } from 'specimen-host'
import { expect, it, onTestFinished } from 'vitest'
import { Ledger } from '../../../core/service/account/ledger.ts'
import { createErrorHandler } from '../../../core/service/http/answer/errors.ts'
import { boundAnswers, largeConnections } from '../../../core/service/http/answer/large-answers.ts'
import { sendRepresentation } from '../../../core/service/http/answer/send.ts'
import { createPublicPath } from '../../../core/service/http/request/public-path.ts'

const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const amount = 24 * 2 ** 20
const bytes = Buffer.alloc(amount)

/** Serves a result of its own at each address, and counts how often each was looked for. */
async function serve(limit: number) {
  const app = Fastify()
  onTestFinished(() => app.close())
  const ledger = new Ledger({ unit: 'bytes', limit, refusal: 'Read those first.' })
  const finds = new Map<string, number>()
  app.decorateRequest('client', '')
  app.decorateRequest('facts', { getter: () => ({}) })
  boundAnswers(app, ledger)
  app.setErrorHandler(createErrorHandler(silent, createPublicPath(undefined, undefined)))
  app.addHook('onRequest', async (request) => {
    request.client = String(request.headers['x-client'])
  })
  app.get('/:name', async ({ url }, reply) => {
    const find = async () => {
      finds.set(url, (finds.get(url) ?? 0) + 1)
      const encode = async () => ({ parts: [bytes], length: amount })
      const source = { key: url, amount }
      return { mediaType: 'image/png', etag: '"a"', compressibleBytes: 0, ownBytes: 0, source, encode }
    }
    return await sendRepresentation(find, reply)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // it listens on a port
  const ask = async (path: string, client: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-client: ${client}\r\n\r\n`)
    return socket
  }
  return { ledger, finds, ask }
}

const readStatus = async (socket: Socket): Promise<string> => {
  const [head] = await once(socket, 'data')
  socket.pause()
  return String(head).slice(9, 12)
}

it('an answer that waits for its turn holds no result, and looks for it again', async () => {
  const { ledger, finds, ask } = await serve(Number.POSITIVE_INFINITY)
  const many = Array.from({ length: largeConnections }, (_, i) => ask(`/${i}`, 'a'))
  const stalled = await Promise.all(many)
  await Promise.all(stalled.map(readStatus))
  const full = ledger.held
  expect(full).toBeGreaterThanOrEqual(largeConnections * amount)
  const late = await ask('/late', 'a')
  await expect.poll(() => finds.get('/late')).toBe(1)
  expect(ledger.held - full).toBeLessThan(2 ** 20)
  stalled[0]?.destroy()
  expect([await readStatus(late), finds.get('/late')]).toEqual(['200', 2])
  for (const socket of [...stalled, late]) socket.destroy()
  await expect.poll(() => [ledger.held, ledger.clients]).toEqual([0, 0])
})

it('a client that reads nothing is refused more, and leaves others their part', async () => {
  const { ledger, ask } = await serve(4.5 * amount)
  const held = [await ask('/1', 'a'), await ask('/2', 'a')]
  expect(await Promise.all(held.map(readStatus))).toEqual(['200', '200'])
  const refused = await ask('/3', 'a')
  expect(await readStatus(refused)).toBe('503')
  // The same result again, and one of another client.
  const others = [await ask('/1', 'a'), await ask('/1', 'b'), await ask('/4', 'c')]
  expect(await Promise.all(others.map(readStatus))).toEqual(['200', '200', '200'])
  expect(Math.floor(ledger.held / amount)).toBe(3)
  for (const socket of [...held, ...others, refused]) socket.destroy()
  await expect.poll(() => [ledger.held, ledger.clients]).toEqual([0, 0])
})

it('a host holds nothing after answers that were read, over sockets and injected', async () => {
  const host = await createHost({ plugins: '', specimens: '', port: 0, logLevel: 'silent' })
  onTestFinished(() => host.close())
  const volume = () => ({ shape: [1, 1, 2 ** 20] as const, data: new Uint8Array(2 ** 20) })
  host.registerSpecimen({ id: 'dust' }, volume as never, { returns: 'volume' }) // any function is taken
  const url = await host.listen()
  const forms = ['envelope', 'json', 'npy', 'nrrd']
  const addresses = forms.map((form) => `/api/specimens/dust/data?format=${form}`)
  const heads = addresses.map((address) => ({ method: 'HEAD', url: address }) as const)
  for (const request of [...addresses, ...heads]) expect((await host.inject(request)).statusCode).toBe(200)
  for (const address of addresses)
    for (const coding of ['identity', 'gzip'])
      await (await fetch(url + address, { headers: { 'accept-encoding': coding } })).arrayBuffer()
  const metrics = async (): Promise<string> => (await host.inject('/metrics')).body
  await expect.poll(metrics).toContain('specimen_host_held_bytes{what="answers"} 0\n')
})
