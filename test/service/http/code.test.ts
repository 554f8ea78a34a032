/** Functions and specimens registered in code, in the three ways of the interface. */
import { createHost, type Host } from 'specimen-host'
import { afterEach, describe, expect, it } from 'vitest'
import { toManifest } from '../../support/make-bundle.ts'
import { pixelPng } from '../../support/probe-bundle.ts'

let host: Host | undefined
const lines: { level: number; msg: string; room?: string }[] = []
const start = async (options: Parameters<typeof createHost>[0] = {}) => {
  lines.length = 0
  const logDestination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  host = await createHost({ plugins: 'nowhere', specimens: 'nowhere', logDestination, ...options })
  return host
}
const post = async (url: string, payload: object) => {
  const response = await host?.inject({ method: 'POST', url, payload })
  return { status: response?.statusCode, body: response?.json() }
}
const invoke = (name: string, more: object = {}) =>
  post('/api/processing/invoke', { function_name: name, ...more })
const triangle = (x = 0) => ({
  vertices: new Float32Array([x, 0, 0, 1, 0, 0, 0, 1, 0]),
  indices: new Uint32Array([0, 1, 2]),
})

afterEach(async () => {
  await host?.close()
  host = undefined
})

describe('functions in code', () => {
  it('passed at creation are mesh functions without parameters [function.mapping]', async () => {
    await start({ functions: { tri: () => triangle() } })
    expect((await invoke('tri')).body).toMatchObject({ type: 'mesh', indices: [0, 1, 2] })
    const [entry] = (await host?.inject('/api/processing/functions'))?.json() ?? []
    expect(entry).toMatchObject({
      name: 'tri',
      return_type: 'mesh',
      schema: { properties: {}, additionalProperties: false },
    })
    expect((await host?.inject('/api/specimens/'))?.json()).toEqual([])
    expect((await invoke('tri', { args: [1] })).status).toBe(422)
  })

  it('registered with name, return type and schema take parameters by position, then the reporter [function.register]', async () => {
    const { registerFunction } = await start()
    const schema = {
      type: 'object',
      properties: { depth: { type: 'integer', default: 2 }, value: { type: 'number', default: 7 } },
    } as const
    const seen: unknown[] = []
    registerFunction(
      'vol',
      (depth: number, value: number, reporter: { report(text: string): void }) => {
        reporter.report('here')
        seen.push([depth, value])
        return { shape: [depth, 1, 1], data: new Float32Array(depth).fill(value) }
      },
      { returns: 'volume', schema, description: 'Fills.' },
    )
    expect((await invoke('vol', { kwargs: { value: 1 }, args: [3] })).body).toMatchObject({
      shape: [3, 1, 1],
    })
    expect(seen).toEqual([[3, 1]])
    const { body: job } = await post('/api/specimens/vol/start', { params: { depth: 1 } })
    let view = (await host?.inject(`/api/jobs/${job.job_id}/progress`))?.json()
    while (view.status === 'running') view = (await host?.inject(`/api/jobs/${job.job_id}/progress`))?.json()
    expect(view).toMatchObject({ status: 'done', messages: [{ seq: 0, text: 'here' }] })
  })

  it('take schema, order and reporter from a manifest’s entry of their name', async () => {
    const entry = toManifest({
      name: 'built',
      returns: 'volume',
      properties: { n: { type: 'integer', default: 4 } },
      progressAt: 0,
    })
    const { registerFunction } = await start({
      manifests: [{ format: 1, name: 'm', functions: [entry], specimens: [], files: [] }],
    })
    registerFunction('built', (reporter: { report(text: string): void }, n: number) => {
      reporter.report('x')
      return { shape: [1, 1, n], data: new Uint8Array(n) }
    })
    expect((await invoke('built')).body).toMatchObject({ shape: [1, 1, 4] })
  })

  it('registered as a specimen in one call are in the catalog, thumbnail as a data URI [function.register-specimen] [specimen.thumbnail.data-uri] [specimen.sources]', async () => {
    const { registerSpecimen } = await start()
    const thumbnail = `data:image/png;base64,${pixelPng.toString('base64')}`
    registerSpecimen(
      { id: 'tri', displayName: 'A triangle', tags: ['flat'], storyText: ['Once.'], thumbnail, axes: 'mm' },
      () => triangle(),
      { returns: 'mesh' },
    )
    const [entry] = (await host?.inject('/api/specimens/'))?.json() ?? []
    expect(entry).toEqual({
      id: 'tri',
      display_name: 'A triangle',
      description: '',
      type: 'mesh',
      tags: ['flat'],
      is_dynamic: true,
      worker_id: null,
      available: true,
      thumbnail_url: '/api/specimens/tri/thumbnail',
      thumbnail_file: null,
      function_name: 'tri',
      story_text: ['Once.'],
    })
    expect((await host?.inject('/api/specimens/tri'))?.json()).toMatchObject({ ...entry, axes: 'mm' })
    const wrong = { id: 'other', view: 'rendering=solid' }
    expect(() => registerSpecimen(wrong, () => triangle(), { returns: 'mesh' })).toThrow(
      'view of other: rendering must be direct, maximum, minimum, mean or surface (got "solid").',
    )
    const image = await host?.inject('/api/specimens/tri/thumbnail')
    expect([image?.headers['content-type'], image?.rawPayload]).toEqual(['image/png', pixelPng])
    expect((await host?.inject('/api/specimens/reload'))?.json().count).toBe(1)
  })

  it('are refused with parameters that nothing would fill, with both remedies', async () => {
    const side = (side: number) => triangle(side)
    const both = 'Give the schema of all of them: { schema: { type: "object", properties: { … } } }'
    const refusal = (found: string) =>
      expect.objectContaining({
        code: 'config.invalid',
        message: expect.stringMatching(new RegExp(`${found}.*Give the schema .*build it as a plugin`)),
      })
    await expect(start({ functions: { side } })).rejects.toThrow(`and it has no schema. ${both}`)
    const entry = toManifest({
      name: 'built',
      returns: 'mesh',
      properties: { n: { type: 'integer', default: 4 } },
    })
    const progress = toManifest({ name: 'reported', returns: 'mesh', properties: {}, progressAt: 0 })
    const manifest = { format: 1, name: 'm', functions: [entry, progress], specimens: [], files: [] } as const
    const { registerFunction, registerSpecimen } = await start({ manifests: [manifest] })
    const schema = { type: 'object', properties: { side: { type: 'number', default: 1 } } } as const
    const none = { type: 'object', properties: {} } as const
    const three = (a: number, b: number, c: number) => triangle(a + b + c)
    const refused: readonly (readonly [() => void, string])[] = [
      [() => registerFunction('side', side, { returns: 'mesh' }), 'takes 1 parameters .* has no schema'],
      [() => registerSpecimen({ id: 'side' }, side, { returns: 'mesh' }), 'has no schema'],
      [
        () => registerFunction('later', async (n: number) => triangle(n), { returns: 'mesh' }),
        'has no schema',
      ],
      [() => registerFunction('three', three, { returns: 'mesh', schema }), String.raw`names 1 \(side\)`],
      [
        () =>
          registerFunction('pair', (a: number, b: number) => triangle(a + b), {
            returns: 'mesh',
            schema: none,
          }),
        'names 0',
      ],
      [() => registerFunction('built', three), String.raw`names 1 \(n\)`],
    ]
    for (const [register, found] of refused) {
      expect(register).toThrow(refusal(found))
    }
    const taken: readonly (() => void)[] = [
      () => registerFunction('one', side, { returns: 'mesh', schema }),
      () =>
        registerFunction('told', (a: number, reporter: object) => triangle(reporter ? a : 0), {
          returns: 'mesh',
          schema,
        }),
      () =>
        registerFunction('reporter', (reporter: object) => triangle(reporter ? 1 : 0), {
          returns: 'mesh',
          schema: none,
        }),
      () => registerFunction('usual', (n = 3) => triangle(n), { returns: 'mesh' }),
      () => registerFunction('rest', (...all: number[]) => triangle(all.length), { returns: 'mesh' }),
      () =>
        registerFunction('built', (n: number, reporter: object) => triangle(reporter ? n : 0), {
          returns: 'mesh',
        }),
    ]
    for (const register of taken) expect(register).not.toThrow()
  })

  it('may be synchronous or async; failures of both are 500 [function.sync-async]', async () => {
    const { registerFunction } = await start()
    registerFunction('later', async () => triangle(await Promise.resolve(1)), { returns: 'mesh' })
    registerFunction(
      'throws',
      () => {
        throw new Error('sync trouble')
      },
      { returns: 'mesh' },
    )
    registerFunction('rejects', async () => Promise.reject(new Error('async trouble')), { returns: 'mesh' })
    expect((await invoke('later')).body.vertices[0]).toBe(1)
    for (const [name, text] of [
      ['throws', 'sync trouble'],
      ['rejects', 'async trouble'],
    ] as const) {
      expect(await invoke(name)).toMatchObject({
        status: 500,
        body: { code: 'function.failed', detail: expect.stringContaining(text) },
      })
    }
  })

  it('cannot change their own schema, its defaults, or what others are given', async () => {
    const { registerFunction } = await start()
    const schema = {
      type: 'object',
      properties: {
        at: { type: 'array', items: { type: 'number' }, default: [1, 2] },
        deep: { default: { a: { b: 1 } } },
      },
    } as const
    const before = structuredClone(schema)
    const seen: unknown[] = []
    const change = (at: number[], deep: { a: { b: number } }) => {
      seen.push(structuredClone([at, deep]))
      at.push(9)
      deep.a.b = 9
      return triangle()
    }
    registerFunction('changes', change, { returns: 'mesh', schema })
    expect((await invoke('changes', { room_id: 'one' })).status).toBe(200)
    expect((await invoke('changes', { room_id: 'two' })).status).toBe(200)
    expect(seen[1]).toEqual(seen[0])
    expect((await host?.inject('/api/processing/functions/changes/schema'))?.json()).toEqual(before)
    expect(schema).toEqual(before)
  })

  it('keep the schema they were registered with when their author changes it', async () => {
    const { registerFunction } = await start()
    const schema = { type: 'object' as const, properties: { n: { type: 'number', default: 1 } } }
    registerFunction('kept', () => triangle(), { returns: 'mesh', schema })
    schema.properties.n.default = 5
    expect((await host?.inject('/api/processing/functions/kept/schema'))?.json().properties.n.default).toBe(1)
  })

  it('are refused when their schema does not take its own defaults, also one from a manifest', async () => {
    const entry = toManifest({
      name: 'm',
      returns: 'mesh',
      properties: { n: { type: 'number', default: 'x' } },
    })
    const { registerFunction } = await start({
      manifests: [{ format: 1, name: 'm', functions: [entry], specimens: [], files: [] }],
    })
    const schema = { type: 'object', properties: { n: { maximum: 1, default: 2 } } } as const
    expect(() => registerFunction('c', () => triangle(), { returns: 'mesh', schema })).toThrow(
      'its own defaults: n must be at most 1 (got 2).',
    )
    expect(() => registerFunction('m', () => triangle())).toThrow('its own defaults: n must be')
    expect((await host?.inject('/api/processing/functions'))?.json()).toEqual([])
  })

  it('cannot change a result after it was cached', async () => {
    const kept = triangle()
    const { registerFunction } = await start()
    registerFunction('kept', () => kept, { returns: 'mesh' })
    await invoke('kept')
    kept.vertices.fill(9)
    expect((await invoke('kept')).body.vertices[3]).toBe(1)
  })

  it('that never end are cut off by the run timeout, so that no job runs for ever', async () => {
    const { registerFunction } = await start({ runTimeout: 0.05 })
    registerFunction('stuck', () => new Promise(() => {}), { returns: 'mesh' })
    expect(await invoke('stuck')).toMatchObject({
      status: 500,
      body: { code: 'function.failed', detail: expect.stringContaining('--run-timeout') },
    })
  })

  it('are refused with a bad name, a taken name, a bad schema, no return type, or a thumbnail that is no image', async () => {
    const { registerFunction, registerSpecimen } = await start()
    registerFunction('a', () => triangle(), { returns: 'mesh' })
    expect(() => registerFunction('a', () => triangle(), { returns: 'mesh' })).toThrow('belongs to code')
    for (const name of ['', 'a b', 'reload', '../x', 'w:a'])
      expect(() => registerFunction(name, () => triangle(), { returns: 'mesh' })).toThrow()
    expect(() => registerFunction('b', () => triangle())).toThrow('return type')
    const schema = { type: 'object', properties: { x: { type: 'float' } } } as const
    expect(() => registerFunction('c', () => triangle(), { returns: 'mesh', schema })).toThrow('schema')
    for (const thumbnail of [
      'data:text/html,<script>',
      'data:image/png',
      'data:image/png,%',
      'data:image/png;base64,*',
    ])
      expect(() => registerSpecimen({ id: 'd', thumbnail }, () => triangle(), { returns: 'mesh' })).toThrow(
        'thumbnail must be a data: URI of an image',
      )
    const functions = (await host?.inject('/api/processing/functions'))?.json()
    expect(functions.map(({ name }: { name: string }) => name)).toEqual(['a'])
  })
})

it('writes one INFO line for each hit and miss [rooms.8]', async () => {
  await start({ functions: { tri: () => triangle() } })
  await invoke('tri', { room_id: 'r1' })
  await invoke('tri', { room_id: 'r1' })
  const calls = lines.filter(({ msg }) => msg.startsWith('cache'))
  expect(calls).toMatchObject([
    { level: 30, msg: 'cache miss', room: 'r1', function: 'tri', params: [] },
    { level: 30, msg: 'cache hit', room: 'r1', function: 'tri', params: [] },
  ])
})
