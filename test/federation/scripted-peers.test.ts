/**
 * The scripted worker against the scripted relay: what hostile tests are built from must itself do what
 * PROTOCOL.md says.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScriptedRelay, type ScriptedRelay } from './scripted-relay.ts'
import { connectScriptedWorker, Refusal, triangle, triangleHead } from './scripted-worker.ts'

let relay: ScriptedRelay
beforeEach(async () => {
  relay = await createScriptedRelay()
})
afterEach(async () => {
  await relay.close()
})

async function meet() {
  const worker = await connectScriptedWorker({
    url: relay.url,
    id: 'w1',
    token: 'secret-secret-secret',
    places: 2,
  })
  const peer = await relay.nextConnection()
  return { worker, peer }
}

describe('scripted peers', () => {
  it('meet with the id, the token and the version when the worker dials', async () => {
    const { worker, peer } = await meet()
    expect(peer.workerId).toBe('w1')
    expect(peer.request?.headers.authorization).toBe('Bearer secret-secret-secret')
    expect(worker.webSocket.protocol).toBe('specimen-fed.v1')
  })

  it('exchange hello, catalog, welcome and a run when the worker joins and serves', async () => {
    const { worker, peer } = await meet()
    const joined = worker.join({ functions: ['shape'], specimens: ['shape', 'rock'] })
    const { hello, catalog } = await peer.accept({ exchanges: [3] })
    expect(hello).toMatchObject({ type: 'hello', places: 2, instance: '0'.repeat(32) })
    expect(catalog[0]?.specimens).toMatchObject([
      { id: 'shape', is_dynamic: true, function_name: 'shape' },
      { id: 'rock', is_dynamic: false, data_file: 'rock.stl' },
    ])
    expect((await joined).exchanges).toEqual([3])
    void worker.serve()
    peer.run(1, 'shape', 'r1')
    expect(await peer.next()).toEqual({ type: 'accepted', id: 1 })
    expect(await peer.next()).toEqual({ type: 'result', id: 1, head: triangleHead, bytes: 48 })
    expect(await peer.nextChunk(1)).toEqual({ id: 1, offset: 0, bytes: triangle })
    expect(await peer.next('end')).toMatchObject({ id: 1, bytes: 48, crc32: expect.any(Number) })
  })

  it('answer pings before anything else when told nothing, and keep silent when told so', async () => {
    const { worker, peer } = await meet()
    peer.answersPings = false
    worker.answersPings = false
    peer.send({ type: 'ping', n: 5 })
    expect(await worker.next('ping')).toEqual({ type: 'ping', n: 5 })
    worker.answersPings = true
    peer.send({ type: 'ping', n: 6 })
    expect(await peer.next('pong')).toEqual({ type: 'pong', n: 6 })
    expect(peer.unread).toEqual([])
  })

  it('keep frames of other types for later when one type is asked for', async () => {
    const { worker, peer } = await meet()
    for (const type of ['a', 'b', 'c']) peer.send({ type })
    expect((await worker.next('b')).type).toBe('b')
    expect([(await worker.next()).type, (await worker.next()).type]).toEqual(['a', 'c'])
  })

  it('cut a long stream into chunks of 256 KiB without gaps', async () => {
    const { worker, peer } = await meet()
    worker.sendStream(7, Buffer.alloc(600_000, 1))
    const chunks = [await peer.nextChunk(), await peer.nextChunk(), await peer.nextChunk()]
    expect(chunks.map(({ offset, bytes }) => [offset, bytes.length])).toEqual([
      [0, 262_144],
      [262_144, 262_144],
      [524_288, 75_712],
    ])
  })

  it('tell how a connection was closed, also to who still waits for a frame', async () => {
    const { worker, peer } = await meet()
    const waiting = worker.next('run')
    peer.close(4000, 'protocol')
    await expect(waiting).rejects.toThrow('4000 protocol')
    expect(await worker.closed).toEqual({ code: 4000, reason: 'protocol' })
    await expect(worker.next()).rejects.toThrow('closed')
  })

  it('show a refusal with its status, headers and body', async () => {
    relay.refuse(426, { 'sec-websocket-protocol': 'specimen-fed.v9' })
    const refusal: Refusal = await connectScriptedWorker({ url: relay.url, id: 'w1' }).then(
      () => expect.fail('it was accepted'),
      (error) => error,
    )
    expect(refusal).toBeInstanceOf(Refusal)
    expect([refusal.status, refusal.headers['sec-websocket-protocol'], refusal.body.code]).toEqual([
      426,
      'specimen-fed.v9',
      'scripted',
    ])
    relay.refuse(null)
    expect((await connectScriptedWorker({ url: relay.url, id: 'w2' })).webSocket.protocol).toBe(
      'specimen-fed.v1',
    )
  })

  it('go on when a worker resets the connection on which it was refused', async () => {
    relay.refuse(503)
    const socket = connect(relay.port, '127.0.0.1')
    socket.write(
      'GET /ws/federation/w1 HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    )
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 503 /)
    socket.resetAndDestroy()
    relay.refuse(null)
    expect((await connectScriptedWorker({ url: relay.url, id: 'w2' })).webSocket.protocol).toBe(
      'specimen-fed.v1',
    )
  })
})
