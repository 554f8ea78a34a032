/** Clients that do not read what they ask for, over sockets: what the kernel holds for one is bounded. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  boundAnswers,
  findUnread,
  largeConnections,
} from '../../../core/service/http/answer/large-answers.ts'
import type { Representation } from '../../../core/service/http/answer/represent.ts'
import { sendRepresentation } from '../../../core/service/http/answer/send.ts'
import { createUnlimited } from './unlimited-ledger.ts'

let app: FastifyInstance
let sent = 0
const clients: Socket[] = []
const wholes: { readonly [path: string]: Buffer } = {
  '/small': Buffer.alloc(1000),
  '/fits': Buffer.alloc(2 ** 19), // which the kernel takes at once
  '/large': Buffer.alloc(24 * 2 ** 20),
}

beforeEach(async () => {
  sent = 0
  app = Fastify()
  app.decorateRequest('client', '')
  app.decorateRequest('facts', { getter: () => ({}) })
  boundAnswers(app, createUnlimited())
  app.addHook('onRequest', async (request) => {
    request.client = String(request.headers['x-client'])
  })
  for (const [path, bytes] of Object.entries(wholes)) {
    const representation: Representation = {
      ...{ mediaType: 'image/png', etag: '"a"', compressibleBytes: 0, ownBytes: 0 },
      source: { key: path, amount: bytes.length },
      encode: async () => ({ parts: [bytes], length: bytes.length }),
    }
    app.get(path, async (_request, reply) => await sendRepresentation(async () => representation, reply))
    app.get(`${path}-body`, async () => bytes)
  }
  app.server.on('request', (_request, response) => {
    const { writeHead } = response
    response.writeHead = ((...given: Parameters<typeof writeHead>) => {
      sent++
      return writeHead.apply(response, given)
    }) as typeof writeHead
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  await app.close()
})

const open = async (): Promise<Socket> => {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1') // it listens on a port
  client.on('error', () => {})
  client.pause()
  clients.push(client)
  await once(client, 'connect')
  return client
}
const ask = (client: Socket, path: string, name: string): void =>
  void client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nx-client: ${name}\r\n\r\n`)
const openMany = async (count: number, path: string, name = 'a'): Promise<Socket[]> => {
  const many = await Promise.all(Array.from({ length: count }, open))
  for (const client of many) ask(client, path, name)
  return many
}
/** Resolves when so many bytes have come, which are read no further. */
const read = async (client: Socket, bytes: number): Promise<void> => {
  let taken = 0
  for await (const chunk of client.iterator({ destroyOnReturn: false })) {
    taken += chunk.length
    if (taken >= bytes) return
  }
}
const count = () => app.largeAnswers.size

describe.each(['/large', '/fits', '/large-body', '/fits-body'])(
  'a client that reads nothing of %s',
  (path) => {
    it('gets no more of them than on some connections, and others get all', async () => {
      const stalled = await openMany(largeConnections + 20, path)
      await expect.poll(() => [sent, count()]).toEqual([largeConnections, largeConnections + 20])
      await expect.poll(async () => (await findUnread()).size).toBeGreaterThanOrEqual(largeConnections)
      const [other] = await openMany(1, path, 'b')
      if (other) await read(other, (wholes[path.replace('-body', '')] as Buffer).length)
      const [own] = await openMany(1, '/small')
      if (own) await read(own, 1000)
      expect([sent, count()]).toEqual([largeConnections + 2, largeConnections + 21])
      // Of those that leave, some had a place, and some waited for one.
      for (const client of stalled.slice(-30)) client.destroy()
      await expect.poll(count).toBeLessThanOrEqual(largeConnections - 10 + 1)
      for (const client of clients) client.destroy()
      await expect.poll(count).toBe(0)
    })
  },
)

it('a client that reads has as many as it likes, one after the other and at a time', async () => {
  const readAll = async (client: Socket, path: string): Promise<void> => {
    for (let i = 0; i < 2; i++) {
      ask(client, path, 'a')
      await read(client, (wholes[path] as Buffer).length)
    }
  }
  const browser = await Promise.all(Array.from({ length: 32 }, open))
  await Promise.all(browser.map((client) => readAll(client, '/large')))
  // These stay open, and count until others wait.
  const class200 = await Promise.all(Array.from({ length: 200 }, open))
  await Promise.all(class200.map((client) => readAll(client, '/fits')))
  expect(sent).toBe(2 * 232)
})

it('answers of one connection wait as one, whichever is made first', async () => {
  const stalled = await openMany(largeConnections, '/large')
  await expect.poll(() => sent).toBe(largeConnections)
  const ahead = await open()
  for (const path of ['/fits', '/fits', '/small', '/fits']) ask(ahead, path, 'a')
  await expect.poll(count).toBe(largeConnections + 1)
  stalled[0]?.destroy()
  await read(ahead, 3 * 2 ** 19 + 1000)
  expect(count()).toBe(largeConnections)
})
