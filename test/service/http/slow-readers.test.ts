/** Clients that read a little now and then: they are cut off, and those that are only slow are not. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchSockets } from '../../../core/service/http/connection/connections.ts'
import { SlowReaders } from '../../../core/service/http/connection/slow-readers.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

const minute = 60_000
const length = 64 * 2 ** 20
let server: Server
let sockets: ReadonlySet<Socket>
let client: Socket
let log: ReturnType<typeof createTestLog>

/** Lets the client read so many bytes, and no more. */
async function read(bytes: number): Promise<void> {
  let taken = 0
  while (taken < bytes) {
    const wanted = Math.min(bytes - taken, client.readableLength)
    const chunk: Buffer | null = wanted === 0 ? client.read() : client.read(wanted)
    if (chunk === null) await once(client, 'readable')
    else taken += chunk.length
  }
}

beforeEach(async () => {
  log = createTestLog()
  const piece = Buffer.alloc(2 ** 18) // as the host writes them
  server = createServer(
    (_, response) => void Readable.from(Array(length / piece.length).fill(piece)).pipe(response),
  )
  sockets = watchSockets(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1') // it listens on TCP
  client.on('error', () => {})
  client.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  client.pause()
  await once(client, 'readable')
})
afterEach(() => {
  client.destroy()
  server.close()
  server.closeAllConnections()
})
const getSocket = (): Socket => [...sockets][0] as Socket // the client has one connection

it('cuts off a client that has read too little in a minute, and says so', async () => {
  const readers = new SlowReaders(600_000, log)
  readers.look(sockets, 0)
  await read(1000)
  readers.look(sockets, minute - 1)
  const socket = getSocket()
  expect(socket.destroyed).toBe(false)
  readers.look(sockets, minute)
  expect(socket.destroyed).toBe(true)
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { client: '127.0.0.1' } }])
})

it('leaves a client alone that reads enough in every minute', async () => {
  const readers = new SlowReaders(600_000, log)
  for (let i = 0; i < 8; i++) {
    readers.look(sockets, i * minute)
    await read(8_000_000) // more than the kernel holds for it, so that some of it is seen here
  }
  readers.look(sockets, 8 * minute)
  expect(getSocket().destroyed).toBe(false)
  expect(log.entries).toEqual([])
})

it('counts no minute in which nothing waits for the client', async () => {
  const readers = new SlowReaders(600_000, log)
  readers.look(sockets, 0)
  await read(length)
  await expect.poll(() => getSocket().writableLength).toBe(0)
  readers.look(sockets, minute)
  readers.look(sockets, 2 * minute)
  expect(getSocket().destroyed).toBe(false)
})
