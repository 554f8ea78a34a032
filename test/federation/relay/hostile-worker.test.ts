/**
 * A worker with a valid token that breaks the protocol, played from PROTOCOL.md against a real relay. Each
 * time: the reason reaches it, what it was asked ends with a text that names it, and everybody else is served
 * as before.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/api.ts'
import type { Frame } from '../scripted-peer.ts'
import { type ScriptedWorker, triangle, triangleHead } from '../scripted-worker.ts'
import { expectClosing, forgetEvil, useHostileRelay } from './hostile-harness.ts'

const scene = useHostileRelay()

/** Sends a WebSocket frame by hand: its first byte, the length that it claims, and fewer bytes than that. */
function sendRawFrame(worker: ScriptedWorker, first: number, length: bigint, bytes: Uint8Array): void {
  const head = Buffer.alloc(14)
  head[0] = first
  head[1] = 0xff // masked, and the length in the next 8 bytes
  head.writeBigUInt64BE(length, 2)
  worker.sendRaw(Buffer.concat([head, bytes])) // the mask is 0
}

describe('before it has joined', () => {
  beforeEach(async () => {
    await forgetEvil(scene)
    scene.evil = await scene.relay.connect('evil')
  })
  const catalog = {
    type: 'catalog',
    reset: true,
    more: false,
    bundles: 0,
    errors: [],
    specimens: [],
    functions: [],
  }
  const frames: readonly (readonly [string, object])[] = [
    ['a catalog', { ...catalog, removed_specimens: [], removed_functions: [] }],
    ['an accepted run', { type: 'accepted', id: 1 }],
    ['a result', { type: 'result', id: 1, head: triangleHead, bytes: 48 }],
    ['draining', { type: 'draining' }],
  ]
  it.each(frames)('is told protocol when %s comes before hello', async (_, frame) => {
    scene.evil.send(frame)
    await expectClosing(scene.evil, 'protocol', /hello/)
    expect(await scene.relay.listIds('evil:')).toEqual([])
  })
  it('is told protocol when it says hello twice', async () => {
    scene.evil.hello()
    scene.evil.hello()
    await expectClosing(scene.evil, 'protocol', /hello/)
  })
  it('is told protocol when a chunk comes before hello, or before the catalog', async () => {
    scene.evil.sendChunk(1, 0, triangle)
    await expectClosing(scene.evil, 'protocol', /hello/)
    scene.evil = await scene.relay.connect('evil')
    scene.evil.hello()
    scene.evil.sendChunk(1, 0, triangle)
    await expectClosing(scene.evil, 'protocol', /./)
  })
  it('is told protocol when it answers what nobody asked before its catalog', async () => {
    scene.evil.hello()
    scene.evil.send({ type: 'failed', id: 1, code: 'internal', detail: '', stack: null, issues: [] })
    await expectClosing(scene.evil, 'protocol', /./)
  })
  it('serves nothing when its catalog never ends', async () => {
    scene.evil.hello()
    scene.evil.send({ ...catalog, functions: [], more: true, removed_specimens: [], removed_functions: [] })
    scene.evil.send({ type: 'ping', n: 9 })
    expect(await scene.evil.next('pong')).toEqual({ type: 'pong', n: 9 })
    expect(scene.evil.unread).toEqual([])
    expect(await scene.relay.listIds('evil:')).toEqual([])
  })
  it('costs nobody anything when it says nothing at all', async () => {
    expect(await scene.relay.listIds('evil:')).toEqual([])
  })
})

describe('on the link', () => {
  beforeEach(async () => {
    scene.evil = await scene.relay.join('evil')
  })
  it.each([
    ['words', 'not json'],
    ['nothing', ''],
    ['half an object', '{'],
    ['an array', '[]'],
    ['a number', '1'],
    ['no type', '{"n":1}'],
    ['a number for a type', '{"type":7}'],
    ['100,000 brackets', `{"type":"pong","n":${'['.repeat(100_000)}`],
  ])('is told protocol when a text is %s', async (_, text) => {
    scene.evil.sendText(text)
    await expectClosing(scene.evil, 'protocol', /./)
  })
  it('is told frame.unknown when a frame is unknown, and nothing when that is optional', async () => {
    scene.evil.send({ type: 'later', optional: true, id: -1 })
    scene.evil.sendBinary(Buffer.concat([Buffer.from('00000080', 'hex'), Buffer.alloc(100)]))
    scene.evil.send({ type: 'ping', n: 3 })
    expect(await scene.evil.next()).toEqual({ type: 'pong', n: 3 })
    scene.evil.send({ type: 'later' })
    await expectClosing(scene.evil, 'frame.unknown', /later/)
  })
  it('is told frame.unknown when the kind of a binary message is unknown', async () => {
    scene.evil.sendBinary(Buffer.concat([Buffer.from('02000000', 'hex'), Buffer.alloc(100)]))
    await expectClosing(scene.evil, 'frame.unknown', /kind/)
  })
  it.each([
    ['hello again', { type: 'hello', software: 'x', instance: '2'.repeat(32), places: 1 }],
    ['a frame of a relay', { type: 'cancel', id: 1 }],
    [
      'a run',
      {
        type: 'run',
        id: 1,
        function: 'shape',
        revision: '',
        params: '{}',
        room: 'r',
        window: 1,
        seq: 0,
        offset: 0,
      },
    ],
  ])('ends its link with a reason when it sends %s', async (_, frame) => {
    scene.evil.send(frame)
    const { code } = await scene.evil.next('closing')
    expect(code).toMatch(/^(protocol|frame\.unknown)$/)
    await scene.evil.closed
  })
  it('is told overload when it sends a flood of frames', async () => {
    for (let i = 0; i < 60_000; i++) scene.evil.send({ type: 'pong', n: i })
    await expectClosing(scene.evil, 'overload', /messages/)
  })
  it('is told overload when the flood is of the pings of WebSocket', async () => {
    for (let i = 0; i < 60_000; i++) scene.evil.webSocket.ping()
    await expectClosing(scene.evil, 'overload', /messages/)
  })
  it('is cut when it does not read what it asks to be sent', async () => {
    const schema = JSON.stringify({ type: 'object', properties: { text: { type: 'string' } } })
    scene.evil.terminate()
    scene.evil = await scene.relay.connect('evil')
    scene.evil.hello({ places: 1_000_000 })
    scene.evil.announce({ functions: [{ name: 'big', parameters: ['text'], schema }] })
    await scene.evil.next('welcome')
    scene.evil.socket.pause()
    const start = (i: number) =>
      scene.relay.api.post('/api/specimens/evil:big/start', {
        params: { text: 'x'.repeat(120_000) },
        room_id: `unread-${i}`,
      })
    const answers = await Promise.all(Array.from({ length: 400 }, (_, i) => start(i)))
    // Those that came after the link was cut, or the worker given up, are refused; of the others none stays.
    for (const answer of answers) {
      const body = (await answer.json()) as Frame
      if (answer.status === 200) expect((await scene.relay.api.settle(body.job_id)).error).toContain('evil')
      else expect(['worker.unreachable', 'specimen.unknown']).toContain(body.code)
    }
  })
  it('is told overload when the flood is of chunks that hold a byte each', async () => {
    const job = await scene.relay.start('evil:shape')
    const run = await scene.evil.next('run')
    scene.evil.send({
      type: 'result',
      id: run.id,
      head: {
        members: { type: 'mesh' },
        blocks: [
          { name: 'vertices', dtype: 'float32', bytes: 600_000 },
          { name: 'indices', dtype: 'uint32', bytes: 0 },
        ],
      },
      bytes: 600_000,
    })
    for (let i = 0; i < 200_000; i++) scene.evil.sendChunk(run.id, i, Buffer.of(0))
    scene.evil.send({ type: 'ping', n: 1 })
    // Either they are too many, or the relay has taken them all and still answers.
    expect(['closing', 'pong']).toContain(
      (await Promise.race([scene.evil.next('closing'), scene.evil.next('pong')])).type,
    )
    scene.evil.terminate()
    expect((await scene.relay.api.settle(job)).error).toContain('evil')
  })
  it('is cut when a message is declared longer than any may be', async () => {
    sendRawFrame(scene.evil, 0x82, 2n ** 40n, Buffer.alloc(1000))
    expect((await scene.evil.closed).code).toBe(1009)
  })
  it('is cut when a control frame has more than 4 MiB', async () => {
    scene.evil.sendText(JSON.stringify({ type: 'later', optional: true, text: 'x'.repeat(4 * 2 ** 20) }))
    expect((await scene.evil.closed).code).toBe(1009)
  })
  it('is cut when a message of small fragments never ends', async () => {
    const fragment = Buffer.alloc(65_536)
    sendRawFrame(scene.evil, 0x01, 65_536n, fragment)
    for (let i = 0; i < 80; i++) sendRawFrame(scene.evil, 0x00, 65_536n, fragment)
    expect((await scene.evil.closed).code).toBe(1009)
  })
  it('is told protocol when a chunk has more than 256 KiB', async () => {
    scene.evil.sendChunk(1, 0, Buffer.alloc(262_145))
    await expectClosing(scene.evil, 'protocol', /262144/)
  })
  it('is cut when a text is no UTF-8', async () => {
    sendRawFrame(scene.evil, 0x81, 2n, Buffer.of(0xff, 0xfe))
    expect((await scene.evil.closed).code).toBe(1007)
  })
  it('keeps nobody waiting when the rest of a message does not come', async () => {
    const job = await scene.relay.start('evil:shape')
    await scene.evil.next('run')
    sendRawFrame(scene.evil, 0x82, 100_000n, Buffer.alloc(10))
    expect((await scene.relay.invoke('good:shape')).status).toBe(200)
    scene.evil.terminate()
    expect((await scene.relay.api.settle(job)).error).toContain('evil')
  })
  it('leaves with all it was asked when it closes in the middle of a job', async () => {
    const job = await scene.relay.start('evil:shape')
    const { id } = await scene.evil.next('run')
    scene.evil.send({ type: 'accepted', id })
    scene.evil.close()
    const view = await scene.relay.api.settle(job)
    expect(view).toMatchObject({ status: 'error', error: expect.stringContaining('evil') })
    await expect.poll(() => scene.relay.listIds('evil:')).toEqual([])
    await expectProblem(await scene.relay.invoke('evil:shape'), 404, 'function.unknown')
    await expectProblem(await scene.relay.api.get('/api/specimens/evil:rock/data'), 404, 'specimen.unknown')
  })
})
