/**
 * The relay against workers played from PROTOCOL.md: what it asks, what it makes of the answers, and when it
 * gives up.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import type { RelayOptions } from '../../../core/federation/relay/exchange.ts'
import { call, fail } from '../../interface/runner-harness.ts'
import { openRelay, type RelayUnderTest } from '../relay-harness.ts'
import type { Frame } from '../scripted-peer.ts'
import { connectScriptedWorker, type ScriptedWorker, triangle, triangleHead } from '../scripted-worker.ts'

let opened: RelayUnderTest | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

const waits = { arrivalSeconds: 10, answerSeconds: 10, streamSeconds: 25, cancelSeconds: 2 }

/**
 * Opens a relay and connects one worker with a function and a specimen of the name `mesh`, and a file `scan`.
 */
async function open(
  options: Partial<RelayOptions> = {},
  hello: { readonly instance?: string; readonly places?: number } = {},
): Promise<{
  relay: RelayUnderTest
  worker: ScriptedWorker
  welcome: Frame
  again: (more?: object) => Promise<{ worker: ScriptedWorker; welcome: Frame }>
}> {
  const relay = await openRelay(options)
  opened = relay
  const join = async (more: object = {}) => {
    const worker = await connectScriptedWorker({
      url: `http://127.0.0.1:${relay.port}`,
      id: 'w1',
      ...hello,
      ...more,
    })
    const welcome = await worker.join({ functions: ['mesh'], specimens: ['mesh', 'scan'] })
    return { worker, welcome }
  }
  return { relay, ...(await join()), again: join }
}

describe('the relay', () => {
  it('welcomes a worker and shows its entries [federation.channel] [federation.catalog]', async () => {
    const { relay, welcome } = await open()
    expect(welcome).toMatchObject({ ping_seconds: 10, dead_seconds: 25, grace_seconds: 60, exchanges: [] })
    const { functions, specimens } = await relay.catalogOf('w1')
    expect(functions.map(({ manifest }) => manifest.name)).toEqual(['w1:mesh'])
    expect(specimens.map(({ id, kind, origin }) => ({ id, kind, origin }))).toEqual([
      { id: 'w1:mesh', kind: 'dynamic', origin: { workerId: 'w1', isAvailable: true } },
      { id: 'w1:scan', kind: 'static', origin: { workerId: 'w1', isAvailable: true } },
    ])
  })

  it('asks for a run in the worker’s own words and puts the bytes into shared memory', async () => {
    const { relay, worker } = await open()
    const result = call(relay.runnerOf('w1'), 'mesh', { roomId: 'lab' })
    const run = await worker.next('run')
    expect(run).toMatchObject({
      function: 'mesh',
      revision: 'r1',
      params: '{}',
      room: 'lab',
      seq: 0,
      offset: 0,
    })
    worker.answer(run)
    const { vertices, indices } = (await result) as MeshResult // as announced
    expect([...vertices]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0])
    expect([...indices]).toEqual([0, 1, 2])
    expect(vertices.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(await worker.next('done')).toEqual({ type: 'done', id: run.id })
  })

  it('asks for the colours of meshes, and takes a mesh that has them or has not', async () => {
    const { relay, worker } = await open()
    const more = [
      { name: 'normals', dtype: 'float32', bytes: 36 },
      { name: 'colors', dtype: 'uint8', bytes: 9 },
      { name: 'scalars', dtype: 'float32', bytes: 12 },
    ]
    const head = { ...triangleHead, blocks: [...triangleHead.blocks, ...more] }
    const colors = Uint8Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1)
    const painted = call(relay.runnerOf('w1'), 'mesh')
    const run = await worker.next('run')
    expect(run.colors).toBe(true)
    worker.answer(run, head, Buffer.concat([triangle, new Uint8Array(36), colors, new Uint8Array(12)]))
    expect(await painted).toMatchObject({ colors, scalars: new Float32Array(3) }) // as announced
    const plain = call(relay.runnerOf('w1'), 'mesh')
    worker.answer(await worker.next('run'))
    expect(((await plain) as MeshResult).colors).toBe(undefined)
  })

  it('counts the messages that a flood has swept away, and takes none twice', async () => {
    const { relay, worker } = await open()
    const said: (string | number)[] = []
    const options = { report: (text: string) => said.push(text), skip: (count: number) => said.push(count) }
    const result = call(relay.runnerOf('w1'), 'mesh', options)
    const run = await worker.next('run')
    worker.send({ type: 'accepted', id: run.id })
    worker.send({ type: 'progress', id: run.id, seq: 0, texts: ['a', 'b'] })
    worker.send({ type: 'progress', id: run.id, seq: 1, texts: ['b', 'c'] })
    worker.send({ type: 'progress', id: run.id, seq: 10, texts: ['k'] })
    worker.answer(run)
    await result
    expect(said).toEqual(['a', 'b', 'c', 7, 'k'])
  })

  it('takes fractions beside the texts, and none where there are none', async () => {
    const { relay, worker } = await open()
    const said: [string, number | undefined][] = []
    const report = (text: string, fraction?: number) => said.push([text, fraction])
    const result = call(relay.runnerOf('w1'), 'mesh', { report })
    const run = await worker.next('run')
    worker.send({ type: 'accepted', id: run.id })
    worker.send({ type: 'progress', id: run.id, seq: 0, texts: ['a'] }) // as an older worker does
    worker.send({ type: 'progress', id: run.id, seq: 1, texts: ['b', 'c', 'd'], fractions: [0.5, null, 1] })
    worker.send({ type: 'progress', id: run.id, seq: 3, texts: ['d', 'e'], fractions: [1, 0.25] })
    worker.send({ type: 'progress', id: run.id, seq: 5, texts: ['f', 'g'], fractions: ['0.5'] })
    worker.send({ type: 'progress', id: run.id, seq: 7, texts: ['h', 'i'], fractions: [-1, 1.5, 1] })
    worker.answer(run)
    await result
    expect(said).toEqual([
      ['a', undefined],
      ['b', 0.5],
      ['c', undefined],
      ['d', 1],
      ['e', 0.25],
      ...['f', 'g', 'h', 'i'].map((text) => [text, undefined]),
    ])
  })

  it('goes on from the last message and the last byte when the worker is back', async () => {
    const { relay, worker, again } = await open()
    const said: string[] = []
    const result = call(relay.runnerOf('w1'), 'mesh', { report: (text) => said.push(text) })
    const { id } = await worker.next('run')
    worker.send({ type: 'accepted', id })
    worker.send({ type: 'progress', id, seq: 0, texts: ['one', 'two'] })
    worker.send({ type: 'result', id, head: triangleHead, bytes: triangle.length })
    worker.sendChunk(id, 0, triangle.subarray(0, 20))
    worker.close()
    const away = await relay.catalogOf('w1', ({ specimens }) => specimens[0]?.origin?.isAvailable === false)
    expect(away.specimens).toHaveLength(2)
    const { worker: back, welcome } = await again()
    expect(welcome.exchanges).toEqual([id])
    expect(await back.next('run')).toMatchObject({ id, seq: 2, offset: 20 })
    back.send({ type: 'accepted', id })
    back.send({ type: 'progress', id, seq: 2, texts: ['three'] })
    back.send({ type: 'result', id, head: triangleHead, bytes: triangle.length })
    back.sendStream(id, triangle, 20)
    expect(Buffer.from(((await result) as MeshResult).vertices.buffer).subarray(0, 36)).toEqual(
      triangle.subarray(0, 36),
    )
    expect(said).toEqual(['one', 'two', 'three'])
  })

  it('refuses new runs while the worker is away, and ends the old ones after the grace time', async () => {
    const { relay, worker } = await open({ graceSeconds: 0.2 })
    const { runner } = (await relay.catalogOf('w1')).functions[0] ?? {}
    const lost = fail(relay.runnerOf('w1'), 'mesh')
    await worker.next('run')
    worker.terminate()
    await relay.catalogOf('w1', ({ specimens }) => specimens[0]?.origin?.isAvailable === false)
    if (!runner) throw new Error('the worker shows no function')
    const refused = await fail(runner, 'w1:mesh')
    expect(refused).toMatchObject({
      code: 'worker.unreachable',
      message: expect.stringContaining('"w1" is away'),
    })
    expect(await lost).toMatchObject({
      code: 'worker.unreachable',
      message: expect.stringMatching(/"w1" has been away/),
    })
    expect(relay.relay.list()).toEqual([])
  })

  it('ends what a worker was asked when another process has come in its place', async () => {
    const { relay, worker, again } = await open()
    const lost = fail(relay.runnerOf('w1'), 'mesh')
    await worker.next('run')
    worker.terminate()
    await relay.catalogOf('w1', ({ specimens }) => specimens[0]?.origin?.isAvailable === false)
    const { welcome } = await again({ instance: 'f'.repeat(32) })
    expect(welcome.exchanges).toEqual([])
    expect(await lost).toMatchObject({
      code: 'worker.unreachable',
      message: expect.stringContaining('was restarted'),
    })
  })

  it('asks for no more runs than the worker has places for, rooms in turn', async () => {
    const { relay, worker } = await open({}, { places: 1 })
    const runner = relay.runnerOf('w1')
    const results = ['a', 'a', 'a', 'b'].map((roomId) => call(runner, 'mesh', { roomId }))
    const rooms: string[] = []
    for (const _ of results) {
      const run = await worker.next('run')
      expect(worker.unread.filter((message) => 'type' in message && message.type === 'run')).toEqual([])
      rooms.push(run.room)
      worker.answer(run)
    }
    await Promise.all(results)
    expect(rooms).toEqual(['a', 'a', 'b', 'a'])
  })

  it('cancels at once, and hears that the run is gone [federation.cancel]', async () => {
    const { relay, worker } = await open()
    const stop = new AbortController()
    const cancelled = fail(relay.runnerOf('w1'), 'mesh', { signal: stop.signal })
    const { id } = await worker.next('run')
    stop.abort()
    expect(await cancelled).toMatchObject({ code: 'run.cancelled' })
    expect(await worker.next('cancel')).toEqual({ type: 'cancel', id })
    worker.send({ type: 'progress', id, seq: 0, texts: ['too late'] })
    worker.send({ type: 'cancelled', id })
    const next = call(relay.runnerOf('w1'), 'mesh')
    worker.answer(await worker.next('run'))
    await next
    expect(relay.log.entries.filter(({ message }) => message.includes('abandoned'))).toEqual([])
  })

  it('abandons a cancelled run that the worker does not confirm, and says so', async () => {
    const { relay, worker } = await open({ waits: { ...waits, cancelSeconds: 0.05 } }, { places: 1 })
    const stop = new AbortController()
    const cancelled = fail(relay.runnerOf('w1'), 'mesh', { signal: stop.signal })
    await worker.next('run')
    stop.abort()
    await cancelled
    await expect.poll(() => relay.log.entries.some(({ message }) => message.includes('abandoned'))).toBe(true)
  })

  it('fails with worker.silent when a run is not taken', async () => {
    const { relay, worker } = await open({ waits: { ...waits, answerSeconds: 0.05 } })
    expect(await fail(relay.runnerOf('w1'), 'mesh')).toMatchObject({
      code: 'worker.silent',
      message: expect.stringContaining('"w1"'),
    })
    expect(await worker.next('cancel')).toBeDefined()
  })

  it('ends a run that takes longer than a run may', async () => {
    const { relay, worker } = await open({ runTimeoutSeconds: -4.9 })
    const end = fail(relay.runnerOf('w1'), 'mesh')
    worker.send({ type: 'accepted', id: (await worker.next('run')).id })
    expect(await end).toMatchObject({
      code: 'function.failed',
      message: expect.stringContaining('worker w1'),
    })
  })
})
