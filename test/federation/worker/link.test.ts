/**
 * The link of a worker against a relay played by the test from PROTOCOL.md: how it dials, what it says,
 * what it does when it is refused, and how it leaves.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createTestWorker, toSnapshot } from '../worker-harness.ts'
import { dial, lead, open, openRelay, openRun, settle, toImage } from './scripted-relay-harness.ts'

describe('a worker', () => {
  it('sends its name, its token and what it serves, and is connected when it is welcome', async () => {
    const { registered } = lead('grow')
    const { worker, peer, hello, catalog, log } = await open([registered], [], { token: 's3cret', places: 3 })
    await worker.connected
    expect(peer.workerId).toBe('w1')
    expect(peer.request?.headers).toMatchObject({
      authorization: 'Bearer s3cret',
      'sec-websocket-protocol': 'specimen-fed.v1',
    })
    expect(hello).toEqual({
      type: 'hello',
      software: 'worker under test',
      instance: expect.stringMatching(/^[0-9a-f]{32}$/),
      places: 3,
      data_window: expect.any(Number),
    })
    expect(catalog).toMatchObject([
      { reset: true, more: false, functions: [{ name: 'grow', revision: 'r1' }] },
    ])
    expect(JSON.stringify(log.entries)).not.toContain('s3cret')
  })

  it('keeps the path of the relay’s address before its own', async () => {
    const relay = await openRelay()
    dial(relay, toSnapshot([]), { relayUrl: `${relay.url}/lab/` })
    expect((await relay.nextConnection()).request?.url).toBe('/lab/ws/federation/w1')
  })

  it.each(['', 'relay', 'ftp://relay', 'http://me:secret@relay'])(
    'refuses %j as the address of a relay',
    (relayUrl) => {
      expect(() => createTestWorker(1, toSnapshot([]), { relayUrl })).toThrow(/address/)
    },
  )

  it('refuses a token that no header can carry, without showing it', () => {
    expect(() => createTestWorker(1, toSnapshot([]), { token: 'a\nb' })).toThrow(
      /^The token must be printable ASCII/,
    )
  })

  it('says again what it serves when that has changed, and only that', async () => {
    const [grow, shrink] = [lead('grow').registered, lead('shrink').registered]
    const catalog = { snapshot: toSnapshot([grow]), reload: async () => catalog.snapshot }
    const { worker, peer } = await open([], [], { catalog })
    catalog.snapshot = toSnapshot([shrink])
    worker.announce()
    const change = { reset: false, more: false, functions: [{ name: 'shrink' }], removed_functions: ['grow'] }
    expect(await peer.next()).toMatchObject({ type: 'catalog', ...change })
    catalog.snapshot = toSnapshot([])
    peer.send({ type: 'reload', id: 1 })
    expect(await peer.next()).toMatchObject({ type: 'catalog', functions: [], removed_functions: ['shrink'] })
    expect(await peer.next()).toEqual({ type: 'reloaded', id: 1 })
  })

  it('fails a reload that fails', async () => {
    const reload = () => Promise.reject(new Error('no disk'))
    const { peer } = await open([], [], { catalog: { snapshot: toSnapshot([]), reload } })
    peer.send({ type: 'reload', id: 1 })
    expect(await peer.next()).toMatchObject({ type: 'failed', id: 1, code: 'internal' })
  })

  it('logs the entries that the relay does not serve, by name', async () => {
    const { peer, log } = await open([])
    peer.send({
      type: 'refused',
      entries: [{ kind: 'specimen', id: 'rock', detail: 'its schema is too large' }],
    })
    await settle(peer)
    expect(log.entries.filter(({ level }) => level === 'warn')).toEqual([
      {
        level: 'warn',
        fields: { kind: 'specimen', id: 'rock' },
        message: expect.stringContaining('rock: its schema is too large'),
      },
    ])
  })
})

describe('a worker and its relay’s refusals', () => {
  it.each([400, 426])('ends with the relay’s reason after %i', async (status) => {
    const relay = await openRelay()
    relay.refuse(status)
    const { worker } = dial(relay)
    expect(await worker.ended).toMatchObject({ isPeers: true, detail: `refused with ${status}, as scripted` })
  })

  it.each([401, 403, 404, 503])('dials again after %i, and tells the reason once', async (status) => {
    const relay = await openRelay()
    relay.refuse(status)
    const { worker, log } = dial(relay)
    const told = () =>
      log.entries.filter(({ message }) => message.includes(`refused with ${status}, as scripted`))
    await expect.poll(() => told().length).toBeGreaterThan(3)
    relay.refuse(null)
    await (await relay.nextConnection()).accept()
    await worker.connected
    expect(told().filter(({ level }) => level === 'error')).toHaveLength(1)
  })

  it.each([502, 503, 504])(
    'dials again after %i of a proxy, and says that the relay is not there',
    async (status) => {
      let dials = 0
      const proxy = createServer((_request, response) => {
        dials++
        response.writeHead(status, { 'content-type': 'text/html' }).end('<html><h1>nginx</h1></html>')
      })
      await once(proxy.listen(0, '127.0.0.1'), 'listening')
      // It listens on a port.
      const { worker, log } = createTestWorker((proxy.address() as AddressInfo).port, toSnapshot([]))
      worker.start()
      await expect.poll(() => dials).toBeGreaterThan(3)
      await worker.close(0)
      proxy.close()
      const told = log.entries.filter(({ level }) => level !== 'debug')
      expect(told).toMatchObject([
        { level: 'warn', message: expect.stringMatching(/cannot be reached.*not there at the moment/) },
      ])
    },
  )

  it('does not fight back when another has replaced it', async () => {
    const { relay, worker, peer } = await open([])
    peer.send({ type: 'closing', code: 'replaced', detail: 'another came', retry_seconds: null })
    expect(await worker.ended).toMatchObject({ code: 'replaced', detail: 'another came' })
    expect(relay.peers).toHaveLength(1)
  })

  it.each(['stopping', 'token', 'protocol', 'overload'])('dials again after %s', async (code) => {
    const { relay, peer } = await open([])
    peer.send({ type: 'closing', code, detail: 'bye', retry_seconds: 0.01 })
    await (await relay.nextConnection()).accept()
  })

  it.each<[string, object | Uint8Array]>([
    ['a frame nobody knows', { type: 'open' }],
    [
      'a second welcome',
      {
        type: 'welcome',
        software: 's',
        instance: 'i',
        ping_seconds: 1,
        dead_seconds: 2,
        grace_seconds: 3,
        window: 4,
        exchanges: [],
      },
    ],
    ['credit for what was never sent', { type: 'credit', id: 0, consumed: 1 }],
    ['bytes without a head', Uint8Array.of(1, 0, 0)],
  ])('ends a link on which the relay sends %s, and dials again', async (_, message) => {
    const { relay, peer, log } = await open([])
    if (message instanceof Uint8Array) peer.sendBinary(message)
    else peer.send(message)
    expect(await peer.next('closing')).toMatchObject({
      code: expect.stringMatching(/^(protocol|frame\.unknown)$/),
    })
    await relay.nextConnection()
    expect(log.entries.some(({ level }) => level === 'error')).toBe(true)
  })

  it('ends a link on which something comes before the welcome', async () => {
    const relay = await openRelay()
    dial(relay)
    const peer = await relay.nextConnection()
    peer.run(1, 'grow', 'r1')
    expect(await peer.next('closing')).toMatchObject({ code: 'protocol' })
  })
})

describe('a worker that is closed', () => {
  it('takes nothing new, lets what it runs end, and says goodbye', async () => {
    const { worker, peer, run } = await openRun()
    const closed = worker.close(60)
    await peer.next('draining')
    peer.run(2, 'grow', 'r1')
    expect(await peer.next('failed')).toMatchObject({ id: 2, code: 'host.stopping' })
    peer.send({ type: 'done', id: 2 })
    run.resolve(toImage(10).image)
    await peer.next('end')
    peer.send({ type: 'done', id: 1 })
    expect(await peer.next('closing')).toMatchObject({ code: 'stopping' })
    await closed
    expect(await worker.ended).toMatchObject({ code: 'stopping', isPeers: false })
  })

  it('stops what runs when the time is over', async () => {
    const { worker, peer, run } = await openRun()
    await worker.close(0.01)
    expect(run.context.signal.aborted).toBe(true)
    expect(await peer.next('closing')).toMatchObject({ code: 'stopping' })
  })

  it('ends while it waits to dial, and while it dials', async () => {
    const relay = await openRelay()
    relay.refuse(503)
    const waiting = createTestWorker(relay.port, toSnapshot([]), { random: () => 1 })
    waiting.worker.start()
    await expect.poll(() => waiting.log.entries.length).toBeGreaterThan(0)
    const dialling = createTestWorker(relay.port, toSnapshot([]))
    dialling.worker.start()
    await Promise.all([waiting.worker.close(0), dialling.worker.close(0)])
    expect(
      (await Promise.all([waiting.worker.ended, dialling.worker.ended])).map(({ code }) => code),
    ).toEqual(['stopping', 'stopping'])
  })
})
