/** Data as parameters: references to results, from the query to the function, in processes and in code. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { makeBundle } from '../../support/make-bundle.ts'

const source = `
export const square = (edge) => ({
  vertices: Float32Array.of(0, 0, 0, edge, 0, 0, 0, edge, 0),
  indices: Uint32Array.of(0, 1, 2),
})
export function grow(mesh, factor, reporter) {
  reporter.report('growing')
  const vertices = mesh.vertices.map((value) => value * factor)
  mesh.vertices.fill(7)
  return { ...mesh, vertices }
}
export const block = () => ({ shape: [2, 1, 1], data: Int16Array.of(3, 4), spacing: [2, 1, 1] })
export const pair = () => ({ left: square(3), right: block() })
export const both = (of) => ({
  points: Float32Array.from([of.list.length, of.list[0].vertices[3], of.over?.data[1] ?? -1]),
})
export function fails() { throw new Error('The kiln is cold.') }
export const endless = () => new Promise(() => setInterval(() => {}, 1000))
`
const mesh = toDataSchema(['mesh'])
const list = { type: 'array', items: mesh, maxItems: 16 }
const properties = { list, over: toDataSchema(['volume']) }
const of = { type: 'object', properties, required: ['list'], additionalProperties: false }

let host: Host
let runs: string[]

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'data-'))
  const edge = { type: 'number', default: 2, minimum: 1 }
  makeBundle(folder, {
    name: 'shapes',
    source,
    functions: [
      { name: 'square', returns: 'mesh', properties: { edge } },
      {
        name: 'grow',
        returns: 'mesh',
        properties: {
          mesh: { ...mesh, default: { specimen: 'square' } },
          factor: { type: 'number', default: 2 },
        },
        progressAt: 2,
      },
      { name: 'block', returns: 'volume' },
      { name: 'both', returns: 'point_cloud', properties: { of }, required: ['of'] },
      { name: 'fails', returns: 'mesh' },
      { name: 'endless', returns: 'volume' },
    ],
  })
  const logDestination = {
    write: (line: string) => {
      const { cache, function: name, msg } = JSON.parse(line)
      if (msg === 'cache miss' && cache) runs.push(name)
    },
  }
  runs = []
  host = await createHost({ plugins: folder, specimens: '', logDestination })
  host.registerSpecimen(
    { id: 'doubled' },
    (given: { readonly vertices: Float32Array; readonly indices: Uint32Array }) => {
      const vertices = given.vertices.map((value) => 2 * value)
      given.vertices.fill(9)
      return { vertices, indices: given.indices }
    },
    { returns: 'mesh', schema: { type: 'object', properties: { given: mesh }, required: ['given'] } },
  )
})
afterAll(async () => {
  await host.close()
})

const ask = async (id: string, params: object, more = {}) => {
  const query = { params: JSON.stringify(params), ...more }
  const headers = { accept: 'application/json' }
  const answer = await host.inject({ url: `/api/specimens/${id}/data`, query, headers })
  return { status: answer.statusCode, body: answer.json() }
}
const triangle = (edge: number) => [0, 0, 0, edge, 0, 0, 0, edge, 0]

describe('data of runs that go on', () => {
  it('take from the account of their client, until these end', async () => {
    const small = await createHost({ plugins: '', specimens: '', logLevel: 'silent', cacheBytes: 2 ** 20 })
    const begun = createDeferred<void>()
    const ended = createDeferred<void>()
    const schema = { type: 'object', properties: { seed: { type: 'integer', default: 0 } } } as const
    const takes = { type: 'object', properties: { of: toDataSchema(['volume']) }, required: ['of'] } as const
    small.registerFunction(
      'large',
      (seed: number) => ({ shape: [1, 1, 700_000], data: new Uint8Array(700_000).fill(seed) }),
      { returns: 'volume', schema },
    )
    small.registerFunction(
      'waits',
      async () => {
        begun.resolve()
        await ended.promise
        return { vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), indices: Uint32Array.of(0, 1, 2) }
      },
      { returns: 'mesh', schema: takes },
    )
    const call = async (seed: number) => {
      const kwargs = { of: { process: 'large', inputs: { seed } } }
      const payload = { function_name: 'waits', kwargs, room_id: `room ${seed}` }
      return await small.inject({ method: 'POST', url: '/api/processing/invoke', payload })
    }
    const first = call(1)
    await begun.promise
    const second = await call(2)
    expect([second.statusCode, second.json().code]).toEqual([503, 'host.busy'])
    expect(second.json().detail).toContain('data of runs that wait')
    ended.resolve()
    expect((await first).statusCode).toBe(200)
    expect((await call(3)).statusCode).toBe(200)
    await small.close()
  })
})

describe('a function that takes data', () => {
  it('gets that of its default, and of a call with parameters', async () => {
    expect((await ask('grow', {})).body.vertices).toEqual(triangle(4))
    const mesh = { process: 'square', inputs: { edge: 5 } }
    expect((await ask('grow', { mesh, factor: 3 })).body.vertices).toEqual(triangle(15))
  })

  it('gets that of calls inside each other, each of which runs once', async () => {
    runs = []
    const inner = { process: 'square', inputs: { edge: 11 } }
    const twice = { process: 'grow', inputs: { mesh: inner, factor: 2 } }
    expect((await ask('grow', { mesh: twice, factor: 3 })).body.vertices).toEqual(triangle(66))
    expect(runs.sort()).toEqual(['grow', 'grow', 'square'])
    runs = []
    expect((await ask('grow', { mesh: twice, factor: 4 })).body.vertices).toEqual(triangle(88))
    expect(runs).toEqual(['grow'])
  })

  it('cannot write into what others get', async () => {
    for (const factor of [2, 3, 4])
      expect((await ask('grow', { mesh: { process: 'square' }, factor })).body.vertices).toEqual(
        triangle(2 * factor),
      )
    expect((await ask('doubled', { given: { specimen: 'square' } })).body.vertices).toEqual(triangle(4))
    expect((await ask('doubled', { given: { specimen: 'grow' } })).body.vertices).toEqual(triangle(8))
  })

  it('gets the units and directions that the author of its data says', async () => {
    host.registerSpecimen(
      { id: 'rod', axes: 'mm, LPS', value: 'heat, K' },
      () => ({
        vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
        indices: Uint32Array.of(0, 1, 2),
        scalars: Float32Array.of(1, 2, 3),
      }),
      { returns: 'mesh' },
    )
    const { body } = await ask('grow', { mesh: { specimen: 'rod' } })
    const said = { unit: 'mm', orientation: 'LPS', valueName: 'heat', valueUnit: 'K' }
    expect(body).toMatchObject(said)
  })

  it('gets it inside objects and lists, or nothing where it may be absent', async () => {
    const list = [{ process: 'square', inputs: { edge: 6 } }, { specimen: 'grow' }]
    const points = async (of: object) => (await ask('both', { of })).body.points
    expect(await points({ list })).toEqual([2, 6, -1])
    expect(await points({ list, over: { specimen: 'block' } })).toEqual([2, 6, 4])
  })

  it.each([
    [{ mesh: { specimen: 'block' } }, '/mesh', 'must be a mesh for grow, and block gives a volume; '],
    [{ mesh: { specimen: 'square', part: 'a' } }, '/mesh', 'must be without part: square gives mesh'],
    [{ mesh: { process: 'square', inputs: { edge: 0 } } }, '/mesh/inputs/edge', 'must be at least 1'],
    [
      { mesh: { process: 'grow', inputs: { mesh: { specimen: 'block' } } } },
      '/mesh/inputs/mesh',
      'must be a mesh for grow',
    ],
    [{ mesh: {} }, '/mesh', 'must refer to a mesh by {"specimen": id} or'],
    [{ mesh: 'square' }, '/mesh', 'must be an object that refers to a mesh: {"specimen":"square"}'],
  ])('refuses %j before anything runs', async (params, pointer, allowed) => {
    runs = []
    const { status, body } = await ask('grow', params)
    expect([status, body.code]).toEqual([422, 'params.invalid'])
    expect(body.errors).toEqual([
      expect.objectContaining({ pointer, allowed: expect.stringContaining(allowed) }),
    ])
    expect(runs).toEqual([])
  })

  it('names what is not there as elsewhere', async () => {
    const { status, body } = await ask('grow', { mesh: { specimen: 'squre' } })
    expect([status, body.code]).toEqual([404, 'specimen.unknown'])
    expect(body.detail).toContain('did you mean "square"?')
  })

  it('takes 8 references inside each other, and 32 in all', async () => {
    const nest = (levels: number): object =>
      levels === 0
        ? { specimen: 'square' }
        : { process: 'grow', inputs: { mesh: nest(levels - 1), factor: 1 } }
    expect((await ask('grow', { mesh: nest(7), factor: 1 })).status).toBe(200)
    const deep = await ask('grow', { mesh: nest(8), factor: 1 })
    expect([deep.status, deep.body.detail]).toEqual([422, expect.stringContaining('at most 8 references')])
    const list = Array.from({ length: 11 }, () => ({
      process: 'grow',
      inputs: { mesh: { process: 'grow' } },
    }))
    const wide = await ask('both', { of: { list } })
    expect([wide.status, wide.body.detail]).toEqual([422, expect.stringContaining('at most 32 references')])
  })

  it('ends what it began when some of it has failed, and names no room of data', async () => {
    const of = { list: [{ process: 'fails' }], over: { process: 'endless' } }
    expect((await ask('both', { of })).status).toBe(500)
    const countBusy = async () => /^specimen_pool_busy (\d+)/m.exec((await host.inject('/metrics')).body)?.[1]
    await expect.poll(countBusy).toBe('0')
    const room = `data ${'0'.repeat(64)}`
    const answer = await ask('square', {}, { room_id: room })
    expect([answer.status, answer.body.code]).toEqual([400, 'room.invalid'])
  })

  it('fails with the failure of its data, which names its function', async () => {
    const { status, body } = await ask('grow', { mesh: { process: 'fails' } })
    expect([status, body.code]).toEqual([500, 'function.failed'])
    expect(body.detail).toBe('The kiln is cold. (function fails of bundle shapes)')
  })

  it('reports what its data report, by name, as a job', async () => {
    const body = { params: { mesh: { process: 'grow', inputs: { factor: 17 } }, factor: 5 } }
    const started = await host.inject({ method: 'POST', url: '/api/specimens/grow/start', payload: body })
    const { job_id: id } = started.json()
    let view = (await host.inject(`/api/jobs/${id}/progress`)).json()
    const texts: string[] = []
    for (;;) {
      texts.push(...view.messages.map(({ text }: { readonly text: string }) => text))
      if (view.status !== 'running') break
      view = (await host.inject(`/api/jobs/${id}/progress?since=${texts.length - 1}&wait=10`)).json()
    }
    expect(view.status).toBe('done')
    expect(texts).toEqual(['2 of 3: grow', '2 of 3: grow: growing', 'growing'])
  })
})

it('is told at a reload of defaults that lead nowhere or to another kind, and serves their functions', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'defaults-'))
  const toFunction = (name: string, value: { readonly [member: string]: string }) => ({
    name,
    returns: 'mesh' as const,
    properties: { mesh: { ...mesh, default: value } },
  })
  const functions = [
    { name: 'square', returns: 'mesh' as const, properties: { edge: { type: 'number', default: 2 } } },
    { name: 'block', returns: 'volume' as const },
    { name: 'pair', returns: 'mesh' as const },
    toFunction('right', { specimen: 'square' }),
    toFunction('other', { specimen: 'block' }),
    toFunction('absent', { specimen: 'nothing' }),
    toFunction('inner', { process: 'right', part: 'left' }),
  ]
  const same = 'export const right = (mesh) => mesh, other = right, absent = right, inner = right'
  makeBundle(folder, { name: 'shapes', source: `${source}${same}`, functions })
  const own = await createHost({ plugins: folder, specimens: '', logLevel: 'silent' })
  onTestFinished(() => own.close())
  const answer = await own.inject({ method: 'POST', url: '/api/specimens/reload' })
  const { errors }: { errors: readonly { source: string; code: string; detail: string }[] } = answer.json()
  expect(errors).toHaveLength(3)
  expect(new Set(errors.map(({ source }) => source))).toEqual(new Set(['bundle shapes']))
  const text = errors.map(({ detail }) => detail).join('\n')
  expect(text).toContain('The default of mesh of absent cannot be used')
  expect(text).toContain('mesh must be a mesh for other, and block gives a volume')
  expect(text).toContain('The default of mesh of inner cannot be used')
  const sent = `params=${JSON.stringify({ mesh: { specimen: 'square' } })}`
  expect((await own.inject(`/api/specimens/other/data?${sent}`)).statusCode).toBe(200)
})
