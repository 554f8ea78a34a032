/**
 * The worker against a relay played by the test from PROTOCOL.md: how it dials, what it says, and that what was asked
 * outlives the link.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import type { Result } from '../../core/domain/result.ts'
import { toEmptySchema } from '../../core/domain/schema.ts'
import type { Specimen } from '../../core/domain/specimen.ts'
import type { WorkerOptions } from '../../core/federation/worker.ts'
import type { RegisteredFunction } from '../../core/functions/registry.ts'
import type { RunContext } from '../../core/run/runner.ts'
import { toFunctionManifest } from '../contract/runner-harness.ts'
import type { Frame } from './scripted-peer.ts'
import { createScriptedRelay, type ScriptedRelay, type ScriptedRelayPeer } from './scripted-relay.ts'
import { createTestWorker, toSnapshot } from './worker-harness.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A run that the test leads: it says and returns what it is told to. */
interface LedRun {
  readonly context: RunContext
  readonly params: object
  resolve(result: Result): void
  reject(error: Error): void
}

/** A function whose runs the test leads, by name and parameters without defaults. */
function lead(name: string, parameters: readonly string[] = []): { registered: RegisteredFunction; next(): Promise<LedRun> } {
  const runs: LedRun[] = []
  const waiting: ((run: LedRun) => void)[] = []
  const manifest = toFunctionManifest(name, 'image', parameters)
  const schema = {
    ...toEmptySchema(name),
    properties: Object.fromEntries(parameters.map((key) => [key, { type: 'number', maximum: 9 }])),
  }
  const runner = {
    run: ({ params }: { readonly params: object }, context: RunContext) =>
      new Promise<Result>((resolve, reject) => {
        const run: LedRun = { context, params, resolve, reject }
        const taker = waiting.shift()
        if (taker) taker(run)
        else runs.push(run)
      }),
  }
  const next = (): Promise<LedRun> => {
    const run = runs.shift()
    return run ? Promise.resolve(run) : new Promise((resolve) => waiting.push(resolve))
  }
  return { registered: { manifest: { ...manifest, schema }, owner: 'code', revision: 'r1', runner }, next }
}

function toImage(length: number): { image: Result; bytes: Buffer } {
  const data = Uint8Array.from({ length }, (_, i) => (i * 31) % 251)
  return { image: { type: 'image', width: length, height: 1, channels: 1, dtype: 'uint8', data }, bytes: Buffer.from(data) }
}

async function open(
  functions: readonly RegisteredFunction[],
  specimens: readonly Specimen[] = [],
  options: Partial<WorkerOptions> = {},
) {
  const relay = await createScriptedRelay()
  closers.push(() => relay.close())
  const { worker, log } = createTestWorker(relay.port, toSnapshot(functions, specimens), options)
  closers.push(() => worker.close(0))
  worker.start()
  const peer = await relay.nextConnection()
  const { hello, catalog } = await peer.accept()
  return { relay, worker, log, peer, hello, catalog }
}

/** Cuts the connection and welcomes the next one. */
async function reconnect(relay: ScriptedRelay, peer: ScriptedRelayPeer, members: object): Promise<ScriptedRelayPeer> {
  peer.terminate()
  const next = await relay.nextConnection()
  await next.accept(members)
  return next
}

/** Reads chunks of an exchange up to a byte. */
async function readTo(peer: ScriptedRelayPeer, id: number, from: number, to: number): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let at = from; at < to; ) {
    const chunk = await peer.nextChunk(id)
    expect(chunk.offset).toBe(at)
    at += chunk.bytes.length
    parts.push(chunk.bytes)
  }
  return Buffer.concat(parts)
}

/** Everything that is still in the socket has been read when this resolves: the worker answers in order. */
async function settle(peer: ScriptedRelayPeer): Promise<void> {
  peer.send({ type: 'ping', n: 77 })
  await peer.next('pong')
}

describe('a worker', () => {
  it('says who it is and what it serves, with its token in a header, and is connected when it is welcome', async () => {
    const { registered } = lead('grow')
    const { worker, peer, hello, catalog, log } = await open([registered], [], { token: 's3cret', places: 3 })
    await worker.connected
    expect(peer.workerId).toBe('w1')
    expect(peer.request?.headers).toMatchObject({ authorization: 'Bearer s3cret', 'sec-websocket-protocol': 'specimen-fed.v1' })
    expect(hello).toEqual({
      type: 'hello',
      software: 'worker under test',
      instance: expect.stringMatching(/^[0-9a-f]{32}$/),
      places: 3,
    })
    expect(catalog).toMatchObject([{ reset: true, more: false, functions: [{ name: 'grow', revision: 'r1' }] }])
    expect(JSON.stringify(log.entries)).not.toContain('s3cret')
  })

  it('keeps the path of the relay’s address before its own', async () => {
    const relay = await createScriptedRelay()
    closers.push(() => relay.close())
    const { worker } = createTestWorker(relay.port, toSnapshot([]), { relayUrl: `${relay.url}/lab/` })
    closers.push(() => worker.close(0))
    worker.start()
    expect((await relay.nextConnection()).request?.url).toBe('/lab/ws/federation/w1')
  })

  it.each(['', 'relay', 'ftp://relay', 'http://me:secret@relay'])('refuses %j as the address of a relay', (relayUrl) => {
    expect(() => createTestWorker(1, toSnapshot([]), { relayUrl })).toThrow(/address/)
  })

  it('refuses a token that no header can carry, without showing it', () => {
    expect(() => createTestWorker(1, toSnapshot([]), { token: 'a\nb' })).toThrow(/^The token has other characters/)
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
    peer.send({ type: 'refused', entries: [{ kind: 'specimen', id: 'rock', detail: 'its schema is too large' }] })
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

describe('a run at a worker', () => {
  it('is accepted, tells its progress, and sends its result with a checksum [jobs.6]', async () => {
    const grow = lead('grow', ['cells'])
    const { peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1', { cells: 3 })
    expect(await peer.next()).toEqual({ type: 'accepted', id: 1 })
    const run = await grow.next()
    expect(run.params).toEqual({ cells: 3 })
    run.context.progress.report('one')
    expect(await peer.next()).toEqual({ type: 'progress', id: 1, seq: 0, texts: ['one'] })
    run.context.progress.report('two')
    run.context.progress.skip?.(5)
    run.context.progress.report('eight')
    const { image, bytes } = toImage(600_000)
    run.resolve(image)
    expect(await peer.next()).toEqual({ type: 'progress', id: 1, seq: 1, texts: ['two'] })
    expect(await peer.next()).toEqual({ type: 'progress', id: 1, seq: 7, texts: ['eight'] })
    const head = {
      members: { type: 'image', width: 600_000, height: 1, channels: 1, dtype: 'uint8' },
      blocks: [{ name: 'data', dtype: 'uint8', bytes: 600_000 }],
    }
    expect(await peer.next()).toEqual({ type: 'result', id: 1, head, bytes: 600_000 })
    expect((await readTo(peer, 1, 0, 600_000)).equals(bytes)).toBe(true)
    expect(await peer.next()).toEqual({ type: 'end', id: 1, bytes: 600_000, crc32: crc32(bytes) })
  })

  it('gathers messages that come in one moment into one frame, and keeps the last 1,000 of a flood', async () => {
    const grow = lead('grow')
    const { peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
    for (let i = 0; i < 5000; i++) run.context.progress.report(`step ${i}`)
    const { seq, texts } = await peer.next('progress')
    expect([seq, texts.length, texts[0], texts.at(-1)]).toEqual([4000, 1000, 'step 4000', 'step 4999'])
  })

  it('fails with the function’s own message and its stack apart from it', async () => {
    const { createInlineRunner } = await import('../../core/run/inline-runner.ts')
    const { registered } = lead('grow')
    const throws = () => {
      throw new RangeError('too small')
    }
    const parts = { returnType: 'image', parameters: [], progress: null, check: async () => {}, runTimeoutSeconds: 60 } as const
    const runner = createInlineRunner(throws, { ...parts, log: { debug() {}, info() {}, warn() {}, error() {} } })
    const { peer } = await open([{ ...registered, runner }])
    peer.run(1, 'grow', 'r1')
    await peer.next('accepted')
    const failed = await peer.next()
    expect(failed).toMatchObject({ type: 'failed', id: 1, code: 'function.failed', issues: [] })
    expect(failed.detail).toMatch(/"grow".*too small$/)
    expect(failed.stack).toContain('RangeError: too small\n')
  })

  it.each([
    ['an unknown function', 'shrink', 'r1', {}, 'function.unknown', 'shrink'],
    ['another revision of it', 'grow', 'r0', { cells: 3 }, 'function.unknown', 'replaced'],
    ['parameters that do not fit', 'grow', 'r1', { cells: 10 }, 'params.invalid', 'cells'],
    ['a parameter it does not have', 'grow', 'r1', { cells: 3, more: 1 }, 'params.invalid', 'more'],
    ['parameters that are no object', 'grow', 'r1', [], 'json.syntax', 'object'],
  ])('is refused when it asks for %s', async (_, name, revision, params, code, text) => {
    const { peer } = await open([lead('grow', ['cells']).registered])
    peer.run(1, name, revision, params)
    const failed = await peer.next()
    expect(failed).toMatchObject({ type: 'failed', id: 1, code })
    expect(failed.detail).toContain(text)
    expect(failed.issues.length > 0).toBe(code === 'params.invalid')
  })

  it('is refused when its parameters are not complete, because defaults are the relay’s', async () => {
    const grow = lead('grow')
    const schema = { ...toEmptySchema('grow'), properties: { cells: { type: 'number', default: 3 } } }
    const { peer } = await open([{ ...grow.registered, manifest: { ...grow.registered.manifest, schema } }])
    peer.run(1, 'grow', 'r1')
    expect(await peer.next()).toMatchObject({ type: 'failed', code: 'params.invalid', issues: [{ pointer: '/cells' }] })
  })

  it('is admitted under the schema of a specimen that shows its function', async () => {
    const grow = lead('grow', ['cells'])
    const schema = { ...toEmptySchema('grow'), properties: { cells: { type: 'number', maximum: 50 } } }
    const shown: Specimen = {
      ...{ kind: 'dynamic', id: 'wide', origin: null, displayName: '', description: '', tags: [], storyText: [] },
      ...{ type: 'image', thumbnail: null, functionName: 'grow', schema },
    }
    const { peer } = await open([grow.registered], [shown])
    peer.run(1, 'grow', 'r1', { cells: 40 })
    expect(await peer.next()).toEqual({ type: 'accepted', id: 1 })
  })

  it('is confirmed as cancelled only when nothing of it is left, and says nothing more', async () => {
    const grow = lead('grow')
    const { peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
    await peer.next('accepted')
    peer.send({ type: 'cancel', id: 1 })
    await settle(peer)
    expect(run.context.signal.aborted).toBe(true)
    run.context.progress.report('still here')
    run.reject(new Error('aborted'))
    await settle(peer)
    expect(peer.unread).toEqual([])
    run.context.onReleased?.()
    expect(await peer.next()).toEqual({ type: 'cancelled', id: 1 })
  })

  it('is confirmed as cancelled at once when it has ended, or is not known', async () => {
    const grow = lead('grow')
    const { peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
    run.context.onReleased?.()
    run.resolve(toImage(10).image)
    await peer.next('end')
    peer.send({ type: 'cancel', id: 1 })
    expect(await peer.next('cancelled')).toEqual({ type: 'cancelled', id: 1 })
    peer.send({ type: 'cancel', id: 1 })
    expect(await peer.next('cancelled')).toEqual({ type: 'cancelled', id: 1 })
  })

  it('sends no more than its window beyond what was consumed', async () => {
    const grow = lead('grow')
    const { peer } = await open([grow.registered])
    const window = 300_000
    peer.run(1, 'grow', 'r1', {}, { window })
    const { image, bytes } = toImage(1_000_000)
    ;(await grow.next()).resolve(image)
    let received = Buffer.alloc(0)
    while (received.length < bytes.length) {
      const before = received.length
      const to = Math.min(before + window, bytes.length)
      received = Buffer.concat([received, await readTo(peer, 1, before, to)])
      await settle(peer)
      expect(peer.unread.filter((message) => !('type' in message))).toEqual([])
      peer.send({ type: 'credit', id: 1, consumed: received.length })
    }
    expect(received.equals(bytes)).toBe(true)
  })

  it('holds up neither pongs nor other runs when its reader takes nothing', async () => {
    const [slow, quick] = [lead('slow'), lead('quick')]
    const { peer } = await open([slow.registered, quick.registered])
    peer.run(1, 'slow', 'r1', {}, { window: 1000 })
    ;(await slow.next()).resolve(toImage(5_000_000).image)
    await readTo(peer, 1, 0, 1000)
    peer.run(2, 'quick', 'r1')
    const { image, bytes } = toImage(100_000)
    ;(await quick.next()).resolve(image)
    expect((await readTo(peer, 2, 0, 100_000)).equals(bytes)).toBe(true)
    await settle(peer)
    expect(peer.unread.filter((message) => !('type' in message))).toEqual([])
  })
})

describe('a worker whose link was lost', () => {
  it.each([0, 1, 3])('goes on with the messages from number %i', async (seq) => {
    const grow = lead('grow')
    const { relay, peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
    for (const text of ['a', 'b', 'c']) run.context.progress.report(text)
    await peer.next('progress')
    const next = await reconnect(relay, peer, { exchanges: [1] })
    run.context.progress.report('d')
    await settle(next)
    expect(next.unread).toEqual([]) // nothing before it is asked again
    next.run(1, 'grow', 'r1', {}, { seq })
    expect(await next.next()).toEqual({ type: 'accepted', id: 1 })
    expect(await next.next()).toEqual({ type: 'progress', id: 1, seq, texts: ['a', 'b', 'c', 'd'].slice(seq) })
    run.resolve(toImage(10).image)
    expect(await next.next()).toMatchObject({ type: 'result', id: 1, bytes: 10 })
  })

  it.each([0, 262_144, 400_000, 1_000_000])('goes on with a result from byte %i, with the checksum over all', async (offset) => {
    const grow = lead('grow')
    const { relay, peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    const { image, bytes } = toImage(1_000_000)
    ;(await grow.next()).resolve(image)
    const result = await peer.next('result')
    const before = await readTo(peer, 1, 0, bytes.length)
    const next = await reconnect(relay, peer, { exchanges: [1] })
    next.run(1, 'grow', 'r1', {}, { offset })
    expect(await next.next()).toEqual({ type: 'accepted', id: 1 })
    expect(await next.next()).toEqual(result)
    const after = await readTo(next, 1, offset, bytes.length)
    expect(Buffer.concat([before.subarray(0, offset), after]).equals(bytes)).toBe(true)
    expect(await next.next()).toEqual({ type: 'end', id: 1, bytes: bytes.length, crc32: crc32(bytes) })
  })

  it('keeps a result that came while there was no link', async () => {
    const grow = lead('grow')
    const { relay, peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
    await peer.next('accepted')
    peer.terminate()
    const next = await relay.nextConnection()
    run.context.progress.report('alone')
    run.resolve(toImage(10).image)
    await next.accept({ exchanges: [1] })
    next.run(1, 'grow', 'r1')
    expect([await next.next(), await next.next(), await next.next()].map(({ type }) => type)).toEqual([
      'accepted',
      'progress',
      'result',
    ])
    expect((await readTo(next, 1, 0, 10)).length).toBe(10)
  })

  it('says a failure again', async () => {
    const grow = lead('grow')
    const { relay, peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    ;(await grow.next()).reject(new Error('broken'))
    const failed = await peer.next('failed')
    const next = await reconnect(relay, peer, { exchanges: [1] })
    next.run(1, 'grow', 'r1')
    expect(await next.next('failed')).toEqual(failed)
  })

  it.each([
    ['is not listed in the welcome', { exchanges: [] }],
    ['was asked by another start of the relay', { exchanges: [1], instance: 'e'.repeat(32) }],
  ])('stops a run that %s', async (_, members) => {
    const grow = lead('grow')
    const { relay, peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
    const next = await reconnect(relay, peer, members)
    await settle(next)
    expect(run.context.signal.aborted).toBe(true)
    next.run(1, 'grow', 'r1', {}, { seq: 4 })
    expect(await next.next('failed')).toMatchObject({ id: 1, code: 'worker.unreachable' })
  })

  it('stops its runs when the relay was away for longer than its grace time', async () => {
    const grow = lead('grow')
    const relay = await createScriptedRelay()
    closers.push(() => relay.close())
    const { worker, log } = createTestWorker(relay.port, toSnapshot([grow.registered]))
    closers.push(() => worker.close(0))
    worker.start()
    const peer = await relay.nextConnection()
    await peer.accept({ grace_seconds: 0.02 })
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
    const aborted = new Promise((resolve) => run.context.signal.addEventListener('abort', resolve))
    relay.refuse(503)
    peer.terminate()
    await aborted
    expect(log.entries.map(({ message }) => message).join()).toContain('given up')
  })

  it('begins a run that it has never heard of, and forgets one that the relay is done with', async () => {
    const grow = lead('grow')
    const { relay, peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    ;(await grow.next()).resolve(toImage(10).image)
    await peer.next('end')
    peer.send({ type: 'done', id: 1 })
    const next = await reconnect(relay, peer, { exchanges: [1, 2] })
    next.run(1, 'grow', 'r1', {}, { offset: 10 })
    expect(await next.next()).toMatchObject({ type: 'failed', id: 1, code: 'worker.unreachable' })
    next.run(2, 'grow', 'r1')
    expect(await next.next()).toEqual({ type: 'accepted', id: 2 })
  })

  it('notices that the relay is silent', async () => {
    const relay = await createScriptedRelay()
    closers.push(() => relay.close())
    const { worker } = createTestWorker(relay.port, toSnapshot([]))
    closers.push(() => worker.close(0))
    worker.start()
    const peer = await relay.nextConnection()
    peer.answersPings = false
    await peer.accept({ ping_seconds: 0.05, dead_seconds: 0.1 })
    await peer.closed
    await relay.nextConnection()
  })
})

describe('a worker and its relay’s refusals', () => {
  it.each([400, 426])('ends with the relay’s reason after %i', async (status) => {
    const relay = await createScriptedRelay()
    closers.push(() => relay.close())
    relay.refuse(status)
    const { worker } = createTestWorker(relay.port, toSnapshot([]))
    worker.start()
    expect(await worker.ended).toMatchObject({ isPeers: true, detail: `refused with ${status}, as scripted` })
  })

  it.each([401, 403, 404, 503])('dials again after %i, and tells the reason once', async (status) => {
    const relay = await createScriptedRelay()
    closers.push(() => relay.close())
    relay.refuse(status)
    const { worker, log } = createTestWorker(relay.port, toSnapshot([]))
    closers.push(() => worker.close(0))
    worker.start()
    const told = () => log.entries.filter(({ message }) => message.includes(`refused with ${status}, as scripted`))
    await expect.poll(() => told().length).toBeGreaterThan(3)
    relay.refuse(null)
    await (await relay.nextConnection()).accept()
    await worker.connected
    expect(told().filter(({ level }) => level === 'error')).toHaveLength(1)
  })

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
    ['bytes', Uint8Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)],
  ])('ends a link on which the relay sends %s, and dials again', async (_, message) => {
    const { relay, peer, log } = await open([])
    if (message instanceof Uint8Array) peer.sendBinary(message)
    else peer.send(message)
    expect(await peer.next('closing')).toMatchObject({ code: expect.stringMatching(/^(protocol|frame\.unknown)$/) })
    await relay.nextConnection()
    expect(log.entries.some(({ level }) => level === 'error')).toBe(true)
  })

  it('ends a link on which something comes before the welcome', async () => {
    const relay = await createScriptedRelay()
    closers.push(() => relay.close())
    const { worker } = createTestWorker(relay.port, toSnapshot([]))
    closers.push(() => worker.close(0))
    worker.start()
    const peer = await relay.nextConnection()
    peer.run(1, 'grow', 'r1')
    expect(await peer.next('closing')).toMatchObject({ code: 'protocol' })
  })
})

describe('a worker that is closed', () => {
  it('takes nothing new, lets what it runs end, and says goodbye', async () => {
    const grow = lead('grow')
    const { worker, peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
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
    const grow = lead('grow')
    const { worker, peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
    await worker.close(0.01)
    expect(run.context.signal.aborted).toBe(true)
    expect(await peer.next('closing')).toMatchObject({ code: 'stopping' })
  })

  it('ends while it waits to dial, and while it dials', async () => {
    const relay = await createScriptedRelay()
    closers.push(() => relay.close())
    relay.refuse(503)
    const waiting = createTestWorker(relay.port, toSnapshot([]), { random: () => 1 })
    waiting.worker.start()
    await expect.poll(() => waiting.log.entries.length).toBeGreaterThan(0)
    const dialling = createTestWorker(relay.port, toSnapshot([]))
    dialling.worker.start()
    await Promise.all([waiting.worker.close(0), dialling.worker.close(0)])
    expect((await Promise.all([waiting.worker.ended, dialling.worker.ended])).map(({ code }) => code)).toEqual([
      'stopping',
      'stopping',
    ])
  })
})

describe('files of a worker', () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 17) % 249))

  async function openRock() {
    const folder = await mkdtemp(join(tmpdir(), 'worker-files-'))
    closers.push(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'rock.stl'), bytes)
    const rock: Specimen = {
      ...{ kind: 'static', id: 'rock', origin: null, displayName: '', description: '', tags: [], storyText: [], type: 'mesh' },
      data: { kind: 'file', folder, name: 'rock.stl' },
      thumbnail: { kind: 'bytes', mediaType: 'image/png', bytes: Uint8Array.of(1, 2, 3), name: null },
    }
    return await open([], [rock])
  }

  async function fetchAll(
    peer: ScriptedRelayPeer,
    id: number,
    members: object,
  ): Promise<{ opened: Frame; body: Buffer; end: Frame }> {
    peer.fetch(id, 'rock', { window: 2 ** 30, ...members })
    const opened = await peer.next()
    const body = await readTo(peer, id, 0, opened.bytes ?? 0)
    return { opened, body, end: await peer.next() }
  }

  it('come whole, with media type and validators and nothing else of their headers', async () => {
    const { peer } = await openRock()
    const { opened, body, end } = await fetchAll(peer, 1, {})
    expect(opened).toMatchObject({ type: 'opened', id: 1, status: 200, bytes: bytes.length })
    expect(opened.headers).toEqual({
      'content-type': 'model/stl',
      etag: expect.stringMatching(/^W\/".+"$/),
      'last-modified': expect.any(String),
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=0',
    })
    expect(body.equals(bytes)).toBe(true)
    expect(end).toEqual({ type: 'end', id: 1, bytes: bytes.length, crc32: crc32(bytes) })
  })

  it('come in part, not at all, or as a refusal, as their headers ask', async () => {
    const { peer } = await openRock()
    const part = await fetchAll(peer, 1, { headers: { range: 'bytes=6-9' } })
    expect(part.opened).toMatchObject({ status: 206, bytes: 4, headers: { 'content-range': `bytes 6-9/${bytes.length}` } })
    expect(part.body.equals(bytes.subarray(6, 10))).toBe(true)
    const same = await fetchAll(peer, 2, { headers: { 'if-none-match': part.opened.headers.etag } })
    expect(same).toMatchObject({ opened: { status: 304, bytes: 0 }, end: { bytes: 0, crc32: 0 } })
    const beyond = await fetchAll(peer, 3, { headers: { range: `bytes=${bytes.length}-` } })
    expect(beyond.opened).toEqual({
      type: 'opened',
      id: 3,
      status: 416,
      headers: { 'content-range': `bytes */${bytes.length}` },
      bytes: 0,
    })
    const changed = await fetchAll(peer, 4, { headers: { 'if-match': '"other"' } })
    expect(changed.opened).toMatchObject({ status: 412, bytes: 0 })
  })

  it('tell their length and send no bytes for HEAD', async () => {
    const { peer } = await openRock()
    peer.fetch(1, 'rock', { method: 'HEAD' })
    expect(await peer.next()).toMatchObject({ type: 'opened', status: 200, bytes: bytes.length })
    expect(await peer.next()).toEqual({ type: 'end', id: 1, bytes: 0, crc32: 0 })
  })

  it('are thumbnails, too', async () => {
    const { peer } = await openRock()
    const { opened, body } = await fetchAll(peer, 1, { part: 'thumbnail' })
    expect(opened).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
    expect(body).toEqual(Buffer.of(1, 2, 3))
  })

  it.each([
    ['stone', 'data', 'specimen.unknown'],
    ['__proto__', 'data', 'specimen.unknown'],
    ['../rock', 'thumbnail', 'specimen.unknown'],
  ])('are only those of its specimens: not %j', async (specimen, part, code) => {
    const { peer } = await openRock()
    peer.fetch(1, specimen, { part })
    expect(await peer.next()).toMatchObject({ type: 'failed', id: 1, code })
  })

  it('fail when the file is gone', async () => {
    const { peer } = await open(
      [],
      [
        {
          ...{
            kind: 'static',
            id: 'rock',
            origin: null,
            displayName: '',
            description: '',
            tags: [],
            storyText: [],
            type: 'mesh',
          },
          data: { kind: 'file', folder: tmpdir(), name: 'no-such-file.stl' },
          thumbnail: null,
        },
      ],
    )
    peer.fetch(1, 'rock')
    expect(await peer.next()).toMatchObject({ type: 'failed', code: 'file.missing' })
    peer.fetch(2, 'rock', { part: 'thumbnail' })
    expect(await peer.next()).toMatchObject({ type: 'failed', code: 'thumbnail.none' })
  })

  it('go on after a lost link from any byte that was not consumed', async () => {
    const { relay, peer } = await openRock()
    const window = 2 ** 20
    peer.fetch(1, 'rock', { window })
    const opened = await peer.next('opened')
    const before = await readTo(peer, 1, 0, window)
    peer.send({ type: 'credit', id: 1, consumed: 300_000 })
    await settle(peer)
    const next = await reconnect(relay, peer, { exchanges: [1] })
    next.fetch(1, 'rock', { window: 2 ** 30, offset: 500_000 })
    expect(await next.next()).toEqual(opened)
    const after = await readTo(next, 1, 500_000, bytes.length)
    expect(Buffer.concat([before.subarray(0, 500_000), after]).equals(bytes)).toBe(true)
    expect(await next.next()).toEqual({ type: 'end', id: 1, bytes: bytes.length, crc32: crc32(bytes) })
  })

  it('fail when the relay asks for what it had consumed before', async () => {
    const { relay, peer } = await openRock()
    peer.fetch(1, 'rock', { window: 2 ** 20 })
    await peer.next('opened')
    await readTo(peer, 1, 0, 2 ** 20)
    peer.send({ type: 'credit', id: 1, consumed: 2 ** 20 })
    await settle(peer)
    const next = await reconnect(relay, peer, { exchanges: [1] })
    next.fetch(1, 'rock', { offset: 5 })
    expect(await next.next('failed')).toMatchObject({ id: 1, code: 'worker.unreachable' })
  })

  it('are left when they are cancelled, without an answer', async () => {
    const { peer } = await openRock()
    peer.fetch(1, 'rock', { window: 1000 })
    await readTo(peer, 1, 0, 1000)
    peer.send({ type: 'cancel', id: 1 })
    peer.send({ type: 'credit', id: 1, consumed: 1000 })
    await settle(peer)
    expect(peer.unread.filter((message) => !('type' in message) || message.type !== 'opened')).toEqual([])
  })
})
