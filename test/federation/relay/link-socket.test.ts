/** The socket of a link, which takes over the connection that the HTTP server counts. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import { crc32 } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createDeferred } from '../../../core/domain/deferred.ts'
import { encodePlainHead } from '../../../core/federation/link/plain-chunks.ts'
import { openLinkSocket } from '../../../core/federation/relay/link-socket.ts'
import type { RelayOptions } from '../../../core/federation/relay/relay.ts'
import { parseTokens } from '../../../core/federation/relay/worker-tokens.ts'
import { call } from '../../contract/runner-harness.ts'
import { openRelay } from '../relay-harness.ts'
import { connectScriptedWorker, toCatalog, triangle, triangleHead } from '../scripted-worker.ts'

/** Opens a relay, and the list of the connections that its server has accepted. */
async function open(options: Partial<RelayOptions> = {}) {
  const relay = await openRelay(options)
  onTestFinished(() => relay.close())
  const counted: Socket[] = []
  relay.server.on('connection', (socket: Socket) => counted.push(socket))
  return { relay, counted, url: `http://127.0.0.1:${relay.port}` }
}

describe('the socket of a link', () => {
  it('is counted, with its bytes, until the worker leaves', async () => {
    const { relay, counted, url } = await open()
    const worker = await connectScriptedWorker({ url, id: 'w1' })
    await worker.join({ functions: ['shape'] })
    const [socket] = counted
    const before = socket?.bytesRead ?? 0
    expect(before).toBeGreaterThan(0)
    worker.send({ type: 'later', optional: true })
    await expect.poll(() => socket?.bytesRead).toBeGreaterThan(before)
    expect(socket?.destroyed).toBe(false)
    await expect
      .poll(() => new Promise((resolve) => relay.server.getConnections((_, n) => resolve(n))))
      .toBe(1)
    worker.terminate()
    await expect.poll(() => socket?.closed).toBe(true)
    await expect
      .poll(() => new Promise((resolve) => relay.server.getConnections((_, n) => resolve(n))))
      .toBe(0)
  })

  it('ends when the connection that is counted is ended', async () => {
    const { counted, url } = await open()
    const worker = await connectScriptedWorker({ url, id: 'w1' })
    await worker.join({ functions: ['shape'] })
    counted[0]?.destroy()
    expect((await worker.closed).code).toBe(1006)
  })

  it('ends in good order when the worker closes it', async () => {
    const { counted, url } = await open()
    const worker = await connectScriptedWorker({ url, id: 'w1' })
    await worker.join({ functions: ['shape'] })
    worker.close(1000, 'done')
    expect(await worker.closed).toEqual({ code: 1000, reason: 'done' })
    await expect.poll(() => counted[0]?.closed).toBe(true)
  })

  it('takes no memory for chunks, whichever links they come on', async () => {
    const memories = new Set<ArrayBufferLike>()
    const server = createServer((socket) => {
      openLinkSocket(socket, ({ bytes }) => {
        memories.add(bytes.buffer)
        if (bytes.every((byte) => byte === 7)) count += bytes.length
      }).socket.once('end', () => socket.destroy())
    })
    let count = 0
    onTestFinished(() => void server.close())
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const bytes = Buffer.alloc(200_000, 7)
    const send = async () => {
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1') // it listens on a port
      const chunks = [0, 1, 2].flatMap((id) => [encodePlainHead({ id, offset: 0, bytes }), bytes])
      socket.end(Buffer.concat(chunks))
      await once(socket.resume(), 'close')
    }
    await Promise.all([send(), send()])
    expect([count, memories.size]).toEqual([6 * bytes.length, 1])
  })

  it('is the same one where Node keeps it in another way', () => {
    const socket = new Socket()
    expect(openLinkSocket(socket, () => {}).socket).toBe(socket)
  })

  it('has read what came with and after the request, in order, texts and chunks', async () => {
    const asked = createDeferred<void>()
    const known = createDeferred<void>()
    const readTokens = async () => {
      asked.resolve()
      await known.promise
      return parseTokens('w1 token-of-this-worker', 'the test')
    }
    const { relay, counted } = await open({ readTokens })
    const toFrame = (code: number, payload: Buffer) =>
      Buffer.concat([Buffer.of(code, 0xfe, payload.length >> 8, payload.length % 256, 0, 0, 0, 0), payload])
    const toText = (frame: object) => toFrame(0x81, Buffer.from(JSON.stringify(frame)))
    const hello = { type: 'hello', software: 'raw', instance: '0'.repeat(32), places: 1 }
    const lines = [
      'GET /ws/federation/w1 HTTP/1.1',
      'host: localhost',
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: MDEyMzQ1Njc4OWFiY2RlZg==',
      'sec-websocket-protocol: specimen-fed.v1',
      'authorization: Bearer token-of-this-worker',
    ]
    const socket = connect(relay.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const request = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
    const catalog = toText(toCatalog({ functions: ['shape'] }))
    const early = Buffer.concat([request, toText(hello), catalog.subarray(0, 5)])
    // A part with the request, one while it is judged, the rest after its answer.
    socket.write(early.subarray(0, request.length + 20))
    await asked.promise
    socket.write(early.subarray(request.length + 20))
    await expect.poll(() => counted[0]?.bytesRead).toBe(early.length)
    known.resolve()
    await once(socket, 'data')
    socket.write(catalog.subarray(5))
    await relay.catalogOf('w1')
    const result = call(relay.runnerOf('w1'), 'shape')
    const head = Buffer.alloc(16)
    head.writeUInt32LE(1, 0)
    head.writeUInt32LE(1, 4)
    socket.write(
      Buffer.concat([
        toText({ type: 'accepted', id: 1 }),
        // So long that its reader asks for a pause, which the chunk after it must not overtake.
        toText({ type: 'progress', id: 1, seq: 0, texts: Array(6).fill('x'.repeat(10_000)) }),
        toText({ type: 'result', id: 1, head: triangleHead, bytes: 48 }),
        toFrame(0x82, Buffer.concat([head, triangle])),
        toText({ type: 'end', id: 1, bytes: 48, crc32: crc32(triangle) }),
      ]),
    )
    expect(await result).toMatchObject({ type: 'mesh', indices: Uint32Array.of(0, 1, 2) })
  })
})
