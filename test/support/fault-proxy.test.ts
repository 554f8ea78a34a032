/**
 * The fault proxy itself, between plain sockets: what later tests blame on federation must not be the proxy's
 * own doing.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFaultProxy, type FaultProxy } from './fault-proxy.ts'

/** A socket's side of a conversation, with everything it got. */
class Talker {
  readonly socket: Socket
  readonly pieces: Buffer[] = []
  /** `end`, `reset` or `open`: how the conversation has ended for this side. */
  state = 'open'

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (bytes: Buffer) => this.pieces.push(bytes))
    socket.on('end', () => {
      this.state = 'end'
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.state = error.code === 'ECONNRESET' ? 'reset' : String(error.code)
    })
  }

  get text(): string {
    return Buffer.concat(this.pieces).toString()
  }

  get byteLength(): number {
    return this.pieces.reduce((total, { length }) => total + length, 0)
  }
}

const server = createServer({ noDelay: true })
const accepted: Talker[] = []
let proxy: FaultProxy
const clients: Talker[] = []

beforeEach(async () => {
  accepted.length = 0
  clients.length = 0
  server.removeAllListeners('connection')
  server.on('connection', (socket) => accepted.push(new Talker(socket)))
  if (!server.listening) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  // It listens on a port, as just asked.
  proxy = await createFaultProxy({ target: (server.address() as AddressInfo).port })
})
afterEach(async () => {
  await proxy.close()
  for (const { socket } of [...clients, ...accepted]) socket.destroy()
})

function dial(): Talker {
  const client = new Talker(connect({ port: proxy.port, host: '127.0.0.1', noDelay: true }))
  clients.push(client)
  return client
}

async function dialThrough() {
  const client = dial()
  const connection = await proxy.nextConnection()
  await expect.poll(() => accepted.length).toBe(clients.length)
  const target = accepted[clients.length - 1] as Talker // it is there, as just seen
  return { client, connection, target }
}

describe('a fault proxy', () => {
  it('forwards bytes and their end both ways and counts them when it has no faults', async () => {
    const { client, connection, target } = await dialThrough()
    client.socket.write('a question')
    await connection.whenPassed('toTarget', 10)
    target.socket.end('an answer')
    await connection.whenPassed('toClient', 9)
    client.socket.end()
    await connection.closed
    await expect
      .poll(() => [target.text, client.text, target.state, client.state])
      .toEqual(['a question', 'an answer', 'end', 'end'])
    expect(connection.passed).toEqual({ toTarget: 10, toClient: 9 })
  })

  it('carries megabytes unchanged when it slices, delays and limits', async () => {
    const { client, target } = await dialThrough()
    proxy.setFaults('toTarget', { sliceBytes: 70_000, delayMilliseconds: 1, bytesPerSecond: 1e9 })
    const sent = Buffer.from(Uint8Array.from({ length: 5_000_000 }, (_, i) => (i * 31) ^ (i >> 8)))
    client.socket.end(sent)
    await once(target.socket, 'end')
    expect(Buffer.concat(target.pieces).equals(sent)).toBe(true)
  })

  it('writes in pieces of at most the slice, in one direction only', async () => {
    const { client, target } = await dialThrough()
    proxy.setFaults('toTarget', { sliceBytes: 3 })
    client.socket.write('0123456789')
    target.socket.write('abcdefghij')
    await expect.poll(() => [target.text, client.text]).toEqual(['0123456789', 'abcdefghij'])
    expect(target.pieces.length).toBeGreaterThan(1)
    expect(client.pieces.length).toBe(1)
  })

  it('holds everything back until healed when nothing may pass, and the sender notices', async () => {
    const { client, target, connection } = await dialThrough()
    proxy.setFaults('toTarget', { bytesPerSecond: 0 })
    const written = 32 * 2 ** 20 // more than the proxy and the system hold
    client.socket.write(Buffer.alloc(written))
    for (let i = 1; i <= 50; i++) {
      target.socket.write('x')
      await connection.whenPassed('toClient', i)
    }
    expect(client.socket.writableLength).toBeGreaterThan(0)
    expect([connection.passed.toTarget, target.byteLength]).toEqual([0, 0])
    proxy.heal()
    await connection.whenPassed('toTarget', written)
    await expect.poll(() => target.byteLength).toBe(written)
  })

  it('lets the sender wait for a slow link when a bandwidth is set', async () => {
    const { client, connection } = await dialThrough()
    proxy.setFaults('toTarget', { bytesPerSecond: 100_000 })
    client.socket.write(Buffer.alloc(32 * 2 ** 20))
    await connection.whenPassed('toTarget', 10_000)
    expect(client.socket.writableLength).toBeGreaterThan(0)
    expect(connection.passed.toTarget).toBeLessThan(2 ** 20)
  })

  it('delays what comes late and not what goes the other way', async () => {
    const { client, target } = await dialThrough()
    proxy.setFaults('toClient', { delayMilliseconds: 1e8 })
    target.socket.write('late')
    client.socket.write('now')
    await expect.poll(() => target.text).toBe('now')
    expect(client.text).toBe('')
    proxy.setFaults('toClient', {})
    await expect.poll(() => client.text).toBe('late')
  })

  it.each(['fin', 'reset'] as const)('cuts by %s exactly after n bytes, once', async (ending) => {
    const cut = proxy.endAfter('toTarget', 4, ending)
    const first = await dialThrough()
    first.client.socket.write('0123456789')
    expect(await cut).toBe(first.connection)
    await first.connection.closed
    // libuv shows a reset that comes together with the last bytes as an end; the sender of the bytes sees it
    // as it is.
    await expect.poll(() => first.target.state).not.toBe('open')
    await expect.poll(() => first.client.state).toBe(ending === 'fin' ? 'end' : 'reset')
    expect(first.target.text).toBe('0123')
    const second = await dialThrough()
    second.client.socket.write('0123456789')
    await expect.poll(() => second.target.text).toBe('0123456789')
  })

  it('cuts a connection at once when it has passed the mark before', async () => {
    const { client, connection } = await dialThrough()
    client.socket.write('0123456789')
    await connection.whenPassed('toTarget', 10)
    expect(await proxy.endAfter('toTarget', 5, 'reset')).toBe(connection)
    await expect.poll(() => client.state).toBe('reset')
  })

  it('swallows what comes and tells nobody when a connection is half-open', async () => {
    const { client, connection, target } = await dialThrough()
    client.socket.write('heard')
    await connection.whenPassed('toTarget', 5)
    proxy.endAll('half-open')
    client.socket.write('unheard')
    target.socket.write('unheard too')
    await connection.whenPassed('toTarget', 12)
    await connection.whenPassed('toClient', 11)
    client.socket.end()
    await expect.poll(() => target.text).toBe('heard')
    expect([client.text, client.state, target.state]).toEqual(['', 'open', 'open'])
  })

  it('goes half-open exactly after n bytes when told so', async () => {
    const { client, connection, target } = await dialThrough()
    const cut = proxy.endAfter('toTarget', 4, 'half-open')
    client.socket.write('0123456789')
    await cut
    await connection.whenPassed('toTarget', 10)
    await expect.poll(() => target.text).toBe('0123')
    expect([client.state, target.state]).toEqual(['open', 'open'])
  })

  it('refuses or swallows new connections until healed when told so', async () => {
    proxy.admit('refuse')
    const refused = dial()
    await expect.poll(() => refused.state).toBe('reset')
    expect(proxy.connections.length).toBe(0)
    clients.length = 0
    proxy.admit('half-open')
    const swallowed = dial()
    swallowed.socket.write('hello')
    const connection = await proxy.nextConnection()
    await connection.whenPassed('toTarget', 5)
    await expect.poll(() => accepted.length).toBe(1)
    expect(accepted[0]?.text).toBe('')
    proxy.heal()
    const { client, target } = await dialThrough()
    client.socket.write('hello')
    await expect.poll(() => target.text).toBe('hello')
  })

  it('resets the client when nobody listens behind it', async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    const { port } = free.address() as AddressInfo // it listens on a port, as just asked
    free.close()
    await once(free, 'close')
    const lonely = await createFaultProxy({ target: port })
    const client = new Talker(connect(lonely.port, '127.0.0.1'))
    await expect.poll(() => client.state).toBe('reset')
    await lonely.close()
  })

  it('passes a reset on when one side resets', async () => {
    const { client, target, connection } = await dialThrough()
    client.socket.write('x')
    await connection.whenPassed('toTarget', 1)
    client.socket.resetAndDestroy()
    await expect.poll(() => target.state).toBe('reset')
    await connection.closed
  })
})
