/** Chunks on a link whose other end reads nothing: whose memory they are in must hear when it is free. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { parseRelayFrame } from '../../../core/federation/link/control-frames.ts'
import { Link, socketOptions } from '../../../core/federation/link/link.ts'

/** Opens a link to an end that reads nothing. */
async function open() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => void server.close())
  server.on('connection', (_, { socket }) => socket.pause())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const webSocket = new WebSocket(`ws://127.0.0.1:${port}`, socketOptions)
  const [[{ socket }]] = (await Promise.all([once(webSocket, 'upgrade'), once(webSocket, 'open')])) as [
    [{ readonly socket: Socket }], // what the event gives
    unknown,
  ]
  const ends: string[] = []
  const link = new Link({
    webSocket,
    socket,
    parse: parseRelayFrame,
    onFrame: () => {},
    onChunk: () => {},
    onFault: (error) => {
      throw error
    },
    onBroken: () => false,
    onEnd: ({ code }) => ends.push(code),
    now: () => performance.now(),
  })
  onTestFinished(() => link.cut('the test is over'))
  return { link, webSocket, ends }
}

it('needs the bytes of chunks until they have left or never will', async () => {
  const { link, webSocket, ends } = await open()
  const bytes = new Uint8Array(new SharedArrayBuffer(262_144))
  const count = 200
  let settled = 0
  const send = (id: number) => link.sendChunk({ id, offset: 0, bytes }, () => settled++)
  for (let id = 1; id <= count; id++) send(id)
  expect(settled).toBe(0)
  await expect.poll(() => settled).toBeGreaterThan(0) // what the system takes
  expect(settled).toBeLessThan(count)
  expect(link.queuedBytes).toBeGreaterThan(0)
  webSocket.terminate()
  await expect.poll(() => settled).toBe(count)
  expect(ends).toEqual(['lost'])
  send(count + 1)
  await expect.poll(() => settled).toBe(count + 1)
  expect(link.queuedBytes).toBe(0)
})
