/** The bytes of a stream, over a socket that is not read. */
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import fastify, { type FastifyReply } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { Ledger } from '../../../core/service/account/ledger.ts'
import { EventStream } from '../../../core/service/mcp/streams/event-stream.ts'

const mebibyte = 2 ** 20
/** More than kernels take of a connection that is not read. */
const large = [Buffer.alloc(24 * mebibyte, 'x')]

/** Opens a stream on a connection that is not read. */
async function open(limit: number, waits = false) {
  const ledger = new Ledger({ unit: 'bytes', limit, refusal: 'full' })
  const app = fastify()
  const turn = createDeferred<void>()
  const asked: unknown[] = []
  app.decorate('heldAnswers', ledger)
  app.decorate('largeAnswers', {
    begin: (reply: FastifyReply) => {
      asked.push(reply)
      return waits && asked.length === 1 ? turn.promise : undefined
    },
  } as never) // nothing else of it is used
  app.decorateRequest('client', 'ada')
  const opened = new Promise<EventStream>((resolve) => {
    app.get('/', async (_request, reply: FastifyReply) => {
      const stream = new EventStream(reply)
      resolve(stream)
      return await stream.open({})
    })
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  onTestFinished(async () => {
    socket.destroy()
    await app.close()
  })
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  return { ledger, socket, turn, asked, stream: await opened }
}

it('are of the account until they have been read', async () => {
  const { ledger, socket, stream } = await open(256 * mebibyte)
  const seat = ledger.held
  stream.write(large)
  expect(ledger.held).toBeGreaterThanOrEqual(24 * mebibyte)
  expect(stream.isBehind).toBe(true)
  stream.end()
  const closed = new Promise<void>((resolve) => stream.onClosed(resolve))
  socket.resume()
  await closed
  expect([seat > 0, ledger.held]).toEqual([true, 0])
})

it('are given back when the connection ends in the middle', async () => {
  const { ledger, socket, stream } = await open(256 * mebibyte)
  stream.write(large)
  const closed = new Promise<void>((resolve) => stream.onClosed(resolve))
  socket.destroy()
  await closed
  expect([stream.isClosed, ledger.held]).toEqual([true, 0])
  stream.write(large)
  expect(ledger.held).toBe(0)
})

it('have their turn among the large answers of the client, and then come in order, to the end', async () => {
  const { ledger, socket, stream, turn, asked } = await open(64 * mebibyte, true)
  let read = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    read += text
  })
  const ended = once(socket, 'close')
  socket.resume()
  stream.write([Buffer.from('small;')])
  expect(asked).toEqual([])
  stream.write([Buffer.alloc(mebibyte, 'x')])
  stream.write([Buffer.from(';last')])
  stream.end()
  await expect.poll(() => read).toContain('small;')
  expect([asked.length, stream.isBehind, ledger.held > mebibyte]).toEqual([1, true, true])
  expect(read).not.toContain('x'.repeat(1000))
  turn.resolve()
  await expect.poll(() => read).toContain(';last')
  expect(read.indexOf('xxxx')).toBeLessThan(read.indexOf(';last'))
  socket.destroy()
  await ended
})

it('hold what is made for a client that has gone, until that is written or forgotten', async () => {
  const { ledger, socket, stream } = await open(64 * mebibyte)
  stream.reserve(mebibyte)
  const closed = new Promise<void>((resolve) => stream.onClosed(resolve))
  socket.destroy()
  await closed
  expect(ledger.held).toBe(mebibyte)
  stream.reserve(mebibyte)
  expect(ledger.held).toBe(2 * mebibyte)
  const { release } = ledger.take('ben', mebibyte)
  expect(() => stream.reserve(64 * mebibyte)).toThrow('full')
  release()
  stream.endReserve()
  expect(ledger.held).toBe(0)
  expect(() => stream.reserve(1)).toThrow('Nobody waits')
})

it('are refused before they are written where the account is full, and those that were taken suffice', async () => {
  const { ledger, stream } = await open(64 * mebibyte)
  ledger.take('ben', 8 * mebibyte)
  stream.reserve(24 * mebibyte)
  const held = ledger.held
  stream.write(large)
  expect(ledger.held - held).toBeLessThan(mebibyte)
  expect(() => stream.write(large)).toThrow('full')
  expect(() => stream.reserve(24 * mebibyte)).toThrow('full')
  expect(ledger.held - held).toBeLessThan(mebibyte)
})

it('begin with the head of the answer, and need no memory to say that the stream is there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { ledger, socket, stream } = await open(mebibyte)
  let read = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    read += text
  })
  socket.resume()
  const readComments = async (count: number): Promise<void> => {
    while (read.split(': keepalive').length <= count) await once(socket, 'data')
  }
  await readComments(1)
  expect(read).toMatch(/^HTTP\/1\.1 200 /)
  for (let bytes = mebibyte; bytes >= 1; bytes = Math.floor(bytes / 2))
    while (ledger.admits('ada', bytes)) ledger.take('ada', bytes)
  const { held } = ledger
  for (const times of [2, 3]) {
    vi.advanceTimersByTime(15_000)
    await readComments(times)
  }
  expect([stream.isBehind, ledger.held]).toEqual([false, held])
})
