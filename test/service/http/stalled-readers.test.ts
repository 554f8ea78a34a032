/**
 * Clients that stop reading: they are cut off, whatever they were sent; those that wait for an answer are
 * not.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dropStalledReaders } from '../../../core/service/http/connection/slow-readers.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

const block = Buffer.alloc(2 ** 20)
const blocks = 64
let app: FastifyInstance
let log: ReturnType<typeof createTestLog>
const clients: Socket[] = []

async function* read(): AsyncGenerator<Buffer> {
  for (let i = 0; i < blocks; i++) yield block
}

/** Opens a host whose clients may stall for so long, with an answer made by `send`. */
async function open(seconds: number, send: (reply: FastifyReply) => unknown): Promise<void> {
  app = Fastify()
  log = createTestLog()
  dropStalledReaders(app.server, log, seconds)
  app.get('/large', (_request, reply) => send(reply))
  await app.listen({ port: 0, host: '127.0.0.1' })
}

/** Asks for the answer on a connection of its own, of which nothing is read. */
function ask(): Socket {
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1') // it listens on a port
  client.on('error', () => {})
  client.write('GET /large HTTP/1.1\r\nhost: a\r\n\r\n')
  client.pause()
  clients.push(client)
  return client
}

beforeEach(() => {
  clients.length = 0
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  await app.close()
})

it.each<[string, (reply: FastifyReply) => unknown]>([
  ['a stream', (reply) => reply.send(Readable.from(read(), { objectMode: true, highWaterMark: 1 }))],
  ['one buffer', (reply) => reply.send(Buffer.alloc(blocks * block.length))],
  [
    'many writes at once',
    (reply) => {
      reply.hijack()
      for (let i = 0; i < blocks; i++) reply.raw.write(block)
      reply.raw.end()
    },
  ],
])('cuts off a client that reads nothing of %s, and says so', async (_, send) => {
  await open(0.2, send)
  const accepted = once(app.server, 'connection')
  ask()
  const [socket] = (await accepted) as [Socket]
  await once(socket, 'close')
  expect(log.entries).toMatchObject([
    { level: 'warn', fields: { client: '127.0.0.1', bytes: expect.any(Number) } },
  ])
  expect(socket.writableLength).toBe(0)
})

it('lets a client wait for its answer as long as that takes', async () => {
  let answer: (reply: FastifyReply) => void = () => {}
  await open(
    60,
    async (reply) =>
      await new Promise((resolve) => {
        answer = () => resolve(reply.send('ready'))
      }),
  )
  const accepted = once(app.server, 'connection')
  const client = ask()
  const [socket] = (await accepted) as [Socket]
  await once(app.server, 'request')
  for (let i = 0; i < 3; i++) socket.emit('timeout') // as if so much time had passed
  expect(socket.destroyed).toBe(false)
  answer({} as FastifyReply)
  client.resume()
  const [head] = (await once(client, 'data')) as [Buffer]
  expect(head.toString()).toMatch(/^HTTP\/1\.1 200 .*ready$/s)
  expect(log.entries).toEqual([])
})

it('leaves the end of a connection between two requests to Node', async () => {
  await open(60, (reply) => reply.send('ready'))
  app.server.keepAliveTimeout = 1
  const accepted = once(app.server, 'connection')
  const client = ask()
  const [socket] = (await accepted) as [Socket]
  client.resume()
  await once(client, 'data')
  await once(socket, 'close')
  expect(log.entries).toEqual([])
})
