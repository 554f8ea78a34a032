/** Names that several folders claim: who holds one keeps it, and whoever comes later is refused and named. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBundle } from '../../support/make-bundle.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'

let root: string
let plugins: string
let specimens: string
let host: Host

/** Writes a bundle with functions that return a value, into a folder of another name than its own. */
const bundle = (folder: string, functions: readonly string[], value: number, name = 'wave') => {
  const staged = makeBundle(join(root, 'staged'), {
    name,
    source: functions
      .map((fn) => `export const ${fn} = () => ({ shape: [1, 1, 1], data: new Uint8Array([${value}]) })`)
      .join('\n'),
    functions: functions.map((fn) => ({ name: fn, returns: 'volume' as const })),
  })
  rmSync(join(plugins, folder), { recursive: true, force: true })
  renameSync(staged, join(plugins, folder))
}
const remove = (folder: string) => rmSync(join(plugins, folder), { recursive: true })
const reload = async () => (await host.inject('/api/specimens/reload')).json()
const value = async (id: string) => {
  const response = await host.inject(`/api/specimens/${id}/data?room_id=${id}`)
  return response.statusCode === 200 ? response.rawPayload.at(-1) : response.statusCode
}
const serve = async () => {
  host = await createHost({ plugins, specimens, logLevel: 'silent' })
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'names-'))
  plugins = join(root, 'bundles')
  specimens = join(root, 'specimens')
  for (const folder of [plugins, specimens]) mkdirSync(folder)
})
afterEach(async () => {
  await host.close()
  rmSync(root, { recursive: true })
})

describe('a bundle', () => {
  it('keeps its names when another comes whose folder sorts before it; the message names both folders', async () => {
    bundle('wave', ['wave'], 1)
    await serve()
    bundle('a-wave', ['wave'], 2)
    const { bundles, errors } = await reload()
    expect([bundles, await value('wave')]).toEqual([1, 1])
    expect(errors).toEqual([
      { source: 'a-wave', code: 'name.taken', detail: expect.stringMatching(/a-wave.*folder wave\b/) },
    ])
    remove('wave')
    expect(await reload()).toMatchObject({ bundles: 1, errors: [] })
    expect(await value('wave')).toBe(2)
  })

  it('keeps its names in its next version, and while it is broken', async () => {
    bundle('wave', ['wave'], 1)
    await serve()
    bundle('wave', ['wave'], 3)
    bundle('a-wave', ['wave'], 2)
    expect((await reload()).errors).toMatchObject([{ source: 'a-wave' }])
    expect(await value('wave')).toBe(3)
    writeFileSync(join(plugins, 'wave', 'index.mjs'), 'half')
    const { count, errors } = await reload()
    expect(count).toBe(0)
    expect(errors.map(({ code }: { code: string }) => code).sort()).toEqual([
      'bundle.incomplete',
      'name.taken',
    ])
    bundle('wave', ['wave'], 4)
    expect((await reload()).errors).toMatchObject([{ source: 'a-wave' }])
    expect(await value('wave')).toBe(4)
  })

  it('gives up a name that its next version does not claim, and gets none that another holds', async () => {
    bundle('a', ['first'], 1)
    bundle('b', ['second'], 1)
    await serve()
    bundle('a', ['second'], 2)
    expect(await reload()).toMatchObject({ bundles: 1, errors: [{ source: 'a', code: 'name.taken' }] })
    expect(await value('second')).toBe(1)
    bundle('c', ['first'], 3)
    expect(await reload()).toMatchObject({ bundles: 2, errors: [{ source: 'a' }] })
    expect(await value('first')).toBe(3)
  })

  it('that is there already goes before one that is new when both claim a name that is free', async () => {
    bundle('b', ['old'], 1)
    await serve()
    bundle('a', ['free'], 2)
    bundle('b', ['old', 'free'], 3)
    expect(await reload()).toMatchObject({ bundles: 1, functions: 2, errors: [{ source: 'a' }] })
  })

  it('that is new goes before another that is new by the name of its folder', async () => {
    await serve()
    bundle('a', ['wave'], 1)
    bundle('b', ['wave'], 2)
    expect(await reload()).toMatchObject({ bundles: 1, errors: [{ source: 'b' }] })
    expect(await value('wave')).toBe(1)
  })

  it('that lies in two folders is one, quietly, and stays when one of them goes', async () => {
    for (const folder of ['wave', 'a-wave']) bundle(folder, ['wave'], 1)
    await serve()
    expect(await reload()).toMatchObject({ bundles: 1, functions: 1, errors: [] })
    remove('a-wave')
    expect(await reload()).toMatchObject({ bundles: 1, errors: [] })
    expect(await value('wave')).toBe(1)
  })

  it('keeps its name before a function in code as little as anybody', async () => {
    await serve()
    host.registerFunction('wave', () => ({ vertices: new Float32Array(), indices: new Uint32Array() }), {
      returns: 'mesh',
    })
    bundle('wave', ['wave'], 1)
    expect((await reload()).errors).toMatchObject([
      { source: 'wave', code: 'name.taken', detail: expect.stringContaining('code') },
    ])
  })
})

describe('a specimen', () => {
  const specimen = (folder: string, id: string, content: string) =>
    writeSpecimen(specimens, folder, { id, data_file: 'f', type: 'mesh' }, { f: content })
  const read = async (id: string) => (await host.inject(`/api/specimens/${id}/data`)).body

  it('keeps its id when another comes whose folder sorts before it, also while it is broken', async () => {
    specimen('rock', 'rock', 'old')
    await serve()
    specimen('a-rock', 'rock', 'new')
    const { errors } = await reload()
    expect(errors).toEqual([
      { source: 'a-rock', code: 'name.taken', detail: expect.stringMatching(/a-rock.*folder rock\b/) },
    ])
    expect(await read('rock')).toBe('old')
    writeFileSync(join(specimens, 'rock', 'specimen.json'), '{')
    expect((await reload()).errors).toHaveLength(2)
    rmSync(join(specimens, 'rock'), { recursive: true })
    expect(await reload()).toMatchObject({ count: 1, errors: [] })
    expect(await read('rock')).toBe('new')
  })

  it('gives up its id when it takes another', async () => {
    specimen('rock', 'rock', 'old')
    await serve()
    specimen('rock', 'stone', 'old')
    specimen('z-rock', 'rock', 'new')
    expect(await reload()).toMatchObject({ count: 2, errors: [] })
    expect([await read('stone'), await read('rock')]).toEqual(['old', 'new'])
  })
})
