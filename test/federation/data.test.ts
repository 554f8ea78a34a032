/** Data of runs at workers: named by their content, sent once and where they are missing, and given up. */
import { crc32 } from 'node:zlib'
import { createHost, createWorker } from 'specimen-host'
import { describe, expect, it, onTestFinished } from 'vitest'
import { toDataSchema } from '../../core/contract/domain/data-ref.ts'
import type { MeshResult } from '../../core/contract/domain/result/result.ts'
import { createDeferred } from '../../core/contract/time/deferred.ts'
import type { RunData } from '../../core/engine/run/runner.ts'
import type { RelayOptions } from '../../core/federation/relay/exchange.ts'
import { createApi } from '../support/api.ts'
import { openRelay } from './relay-harness.ts'
import type { Frame } from './scripted-peer.ts'
import { connectScriptedWorker, type ScriptedWorker } from './scripted-worker.ts'

const mesh = toDataSchema(['mesh'])
const schema = { type: 'object', properties: { mesh }, required: ['mesh'], additionalProperties: false }
const grow = { name: 'grow', parameters: ['mesh'], schema: JSON.stringify(schema) }
const [one, two] = ['1'.repeat(64), '2'.repeat(64)] as const
const waits = { arrivalSeconds: 10, answerSeconds: 10, streamSeconds: 25, cancelSeconds: 2 }

const toMesh = (edge: number, length = 3): MeshResult => ({
  type: 'mesh',
  vertices: Float32Array.from({ length: 3 * length }, (_, i) => (i * edge) % 97),
  indices: Uint32Array.of(0, 1, 2),
})
const toData = (id: string, result = toMesh(1)): RunData => ({ steps: ['mesh'], result, id })
const toBytes = ({ vertices, indices }: MeshResult) =>
  Buffer.concat(
    [vertices, indices].map(({ buffer, byteOffset, byteLength }) =>
      Buffer.from(buffer, byteOffset, byteLength),
    ),
  )

async function open(options: Partial<RelayOptions> = {}, members: object = { data_window: 2 ** 20 }) {
  const relay = await openRelay(options)
  onTestFinished(async () => await relay.close())
  const join = async (): Promise<ScriptedWorker> => {
    const worker = await connectScriptedWorker({ url: `http://127.0.0.1:${relay.port}`, id: 'w1' })
    worker.hello(members)
    worker.announce({ functions: [grow] })
    await worker.next('welcome')
    return worker
  }
  const worker = await join()
  await relay.catalogOf('w1')
  const controller = new AbortController()
  const run = (data: RunData, signal = controller.signal) => {
    const invocation = {
      functionName: 'grow',
      revision: '',
      params: { mesh: { specimen: 'x' } },
      roomId: 'r',
      key: '',
    }
    const context = { data: [data], signal, progress: { report: () => {} } }
    const made = relay.runnerOf('w1').run(invocation, context)
    made.catch(() => {}) // the test awaits it later
    return made
  }
  return { relay, worker, join, run, controller }
}

/** Takes the data of an exchange, which the relay is told are lacking. */
async function take(worker: ScriptedWorker, { id }: Frame, offset = 0) {
  worker.send({ type: 'lacks', id, offset })
  const { head, bytes } = await worker.next('content')
  const pieces: Buffer[] = []
  for (let at = offset; at < bytes; at += pieces.at(-1)?.length ?? 0)
    pieces.push((await worker.nextChunk(id)).bytes)
  return { head, bytes: Buffer.concat(pieces), end: await worker.next('end') }
}

describe('a relay', () => {
  it('sends data where they are missing, once for all runs, and names them in parameters', async () => {
    const { worker, run } = await open()
    const data = toMesh(3, 100_000)
    const [first, second] = [run(toData(one, data)), run(toData(one, data))]
    const give = await worker.next('give')
    expect(give).toMatchObject({ hash: one })
    const runs = [await worker.next('run'), await worker.next('run')]
    for (const { params } of runs) expect(JSON.parse(params)).toEqual({ mesh: { file: one } })
    const taken = await take(worker, give)
    expect(taken.head.members).toEqual({ type: 'mesh' })
    expect(Buffer.compare(taken.bytes, toBytes(data))).toBe(0)
    expect(taken.end).toMatchObject({ bytes: taken.bytes.length, crc32: crc32(taken.bytes) })
    worker.send({ type: 'has', id: give.id })
    for (const frame of runs) worker.answer(frame)
    expect([await first, await second]).toMatchObject([{ type: 'mesh' }, { type: 'mesh' }])
    const third = run(toData(one, data))
    const again = await worker.next('give')
    worker.send({ type: 'has', id: again.id })
    worker.answer(await worker.next('run'))
    await third
    expect(worker.unread.filter((message) => !('type' in message) || message.type === 'content')).toEqual([])
  })

  it('goes on after a lost link from the byte that is missing', async () => {
    const { worker, join, run } = await open()
    const data = toMesh(5, 400_000)
    const made = run(toData(one, data))
    const give = await worker.next('give')
    worker.send({ type: 'lacks', id: give.id, offset: 0 })
    const chunk = await worker.nextChunk(give.id)
    worker.terminate()
    const next = await join()
    const again = await next.next()
    expect(again).toEqual({ type: 'give', id: give.id, hash: one })
    const taken = await take(next, again, chunk.bytes.length)
    const whole = Buffer.concat([chunk.bytes, taken.bytes])
    expect(Buffer.compare(whole, toBytes(data))).toBe(0)
    expect(taken.end.crc32).toBe(crc32(whole))
    next.send({ type: 'has', id: give.id })
    next.answer(await next.next('run'))
    expect(await made).toMatchObject({ type: 'mesh' })
  })

  it('stops data that no run wants any more, and tells the worker', async () => {
    const { worker, run } = await open()
    worker.grantsLink = false
    const stop = new AbortController()
    const made = run(toData(one, toMesh(1, 2_000_000)), stop.signal)
    const give = await worker.next('give')
    worker.send({ type: 'lacks', id: give.id, offset: 0 })
    await worker.nextChunk(give.id)
    stop.abort()
    await expect(made).rejects.toMatchObject({ code: 'run.cancelled' })
    expect(await worker.next('done')).toEqual({ type: 'done', id: give.id })
    worker.send({ type: 'cancelled', id: (await worker.next('cancel')).id })
    const other = run(toData(two))
    const next = await worker.next('give')
    worker.send({ type: 'has', id: next.id })
    await worker.next('run') // of the first
    worker.answer(await worker.next('run'))
    await other
  })

  it('gives a worker of an older version no data, and says so of its functions', async () => {
    const { relay, run } = await open({}, {})
    const { functions } = await relay.catalogOf('w1')
    expect(functions[0]?.refusesData).toContain('worker w1 has a version of specimen-host whose')
    await expect(run(toData(one))).rejects.toMatchObject({ code: 'params.invalid' })
  })

  it('gives up data about which a worker says nothing, and tells the caller', async () => {
    const { worker, run } = await open({ waits: { ...waits, answerSeconds: 0.05 } })
    await expect(run(toData(one))).rejects.toMatchObject({ code: 'worker.silent' })
    expect((await worker.next('done')).type).toBe('done')
  })

  it('gives up data that a worker asks for and does not take', async () => {
    const { worker, run } = await open({ waits: { ...waits, streamSeconds: 0.05 } })
    worker.grantsLink = false
    const made = run(toData(one, toMesh(1, 2_000_000)))
    const { id } = await worker.next('give')
    worker.send({ type: 'lacks', id, offset: 0 })
    await expect(made).rejects.toMatchObject({ code: 'worker.silent' })
  })

  it('passes on why a worker takes no data', async () => {
    const { worker, run } = await open()
    const made = run(toData(one))
    const { id } = await worker.next('give')
    worker.send({ type: 'failed', id, code: 'host.busy', detail: 'No room.', stack: null, issues: [] })
    await expect(made).rejects.toMatchObject({ code: 'host.busy', message: 'Worker "w1": No room.' })
    const next = run(toData(two))
    worker.send({ type: 'has', id: (await worker.next('give')).id })
    await worker.next('run')
    worker.answer(await worker.next('run'))
    await next
  })

  const lies: readonly [what: string, lie: (worker: ScriptedWorker, id: number) => void][] = [
    [
      'data from a byte that they do not have',
      (worker, id) => worker.send({ type: 'lacks', id, offset: 1e6 }),
    ],
    [
      'an exchange that was never asked for',
      (worker, id) => worker.send({ type: 'lacks', id: id + 7, offset: 0 }),
    ],
    [
      'data that it has before it was sent them',
      (worker, id) => {
        worker.grantsLink = false
        worker.send({ type: 'lacks', id, offset: 0 })
        worker.send({ type: 'has', id })
      },
    ],
    [
      'the same data twice',
      (worker, id) => {
        worker.send({ type: 'lacks', id, offset: 0 })
        worker.send({ type: 'lacks', id, offset: 0 })
      },
    ],
    ['bytes that were never sent', (worker) => worker.send({ type: 'credit', id: 0, consumed: 2 ** 40 })],
    ['credit for one exchange', (worker, id) => worker.send({ type: 'credit', id, consumed: 1 })],
    ['a result of data', (worker, id) => worker.send({ type: 'accepted', id })],
    ['bytes of data', (worker, id) => worker.sendChunk(id, 0, new Uint8Array(8))],
  ]
  it.each(lies)('ends the link of a worker that tells of %s', async (_, lie) => {
    const { relay, worker, run } = await open({ graceSeconds: 0.05 })
    const made = run(toData(one, toMesh(1, 500_000)))
    lie(worker, (await worker.next('give')).id)
    expect((await worker.next('closing')).code).toBe('protocol')
    await expect(made).rejects.toMatchObject({ code: expect.stringMatching(/^worker\./) })
    await expect.poll(() => relay.relay.list()).toEqual([])
  })
})

describe('a function of a worker behind a wall of tokens', () => {
  it('gets data of the host, of a file and of its own catalog, and one inner result crosses once', async () => {
    const config = { plugins: '', specimens: '', logLevel: 'silent' } as const
    const relay = await createHost({
      ...config,
      relay: true,
      port: 0,
      workerTokenList: 'lab secret-of-the-lab',
    })
    onTestFinished(async () => await relay.close())
    const edge = { type: 'object', properties: { edge: { type: 'number', default: 2 } } } as const
    const square = (edge: number) => ({
      vertices: Float32Array.of(0, 0, 0, edge, 0, 0, 0, edge, 0),
      indices: Uint32Array.of(0, 1, 2),
    })
    relay.registerFunction('square', square, { returns: 'mesh', schema: edge })
    const api = createApi(await relay.listen())
    const worker = await createWorker({ ...config, relay: api.url, id: 'lab', token: 'secret-of-the-lab' })
    onTestFinished(async () => await worker.close())
    worker.registerSpecimen({ id: 'unit' }, () => square(1), { returns: 'mesh' })
    const takes = {
      type: 'object',
      properties: { mesh: { ...mesh, default: { specimen: 'unit' } }, by: { type: 'number', default: 2 } },
    } as const
    const changed = createDeferred<void>()
    worker.registerSpecimen(
      { id: 'grown' },
      (given: ReturnType<typeof square>, by: number) => {
        const vertices = given.vertices.map((value) => value * by)
        given.vertices.fill(7) // reaches no other run
        changed.resolve()
        return { vertices, indices: given.indices }
      },
      { returns: 'mesh', schema: takes },
    )
    await worker.connected
    await expect.poll(async () => (await api.get('/api/specimens/lab%3Agrown')).status).toBe(200)
    const ask = async (params: object) => {
      const query = `params=${encodeURIComponent(JSON.stringify(params))}&format=json`
      return await api.json(`/api/specimens/lab%3Agrown/data?${query}`)
    }
    expect((await ask({})).vertices[3]).toBe(2)
    expect((await api.json('/api/specimens/lab%3Agrown')).schema.properties.mesh.default).toEqual({
      specimen: 'lab:unit',
    })
    const inner = { process: 'square', inputs: { edge: 5 } }
    expect((await ask({ mesh: inner })).vertices[3]).toBe(10)
    expect((await ask({ mesh: inner, by: 3 })).vertices[3]).toBe(15)
    const chain = { process: 'lab:grown', inputs: { mesh: inner, by: 3 } }
    expect((await ask({ mesh: chain, by: 7 })).vertices[3]).toBe(105)
    const wrong = await api.get(
      `/api/specimens/lab%3Agrown/data?params=${encodeURIComponent(JSON.stringify({ mesh: { specimen: 'nothing' } }))}`,
    )
    expect([wrong.status, (await wrong.json()).code]).toEqual([404, 'specimen.unknown'])
    await changed.promise
  })
})
