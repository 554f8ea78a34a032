/**
 * Hostile bundles and specimens in the folders of a built host, each refused with its code. After each the
 * host must answer, hold what another room has computed, and still have what was good.
 */
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Body } from '../../support/api.ts'
import { makeBundle } from '../../support/make-bundle.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'
import { type BuiltHost, startBuiltHost } from '../built-host.ts'
import { defaults, type HostileFile, manifests, metadata, schemas, texts } from './manifest-cases.ts'

const root = mkdtempSync(join(tmpdir(), 'hostile-folders-'))
temporaryFolders.push(root)
const [plugins, specimens] = [join(root, 'bundles'), join(root, 'specimens')]

let host: BuiltHost

const toSource = (name: string, value = 1) =>
  `export const ${name} = async (seconds) => { await new Promise((r) => setTimeout(r, seconds * 1000)); ` +
  `return { shape: [1, 1, 1], data: new Uint8Array([${value}]) } }`
const seconds = { type: 'number', default: 0 } as const
const bundle = (name: string, value = 1) =>
  makeBundle(plugins, {
    name,
    source: toSource(name, value),
    functions: [{ name, returns: 'volume', properties: { seconds } }],
  })

beforeAll(async () => {
  writeFileSync(join(root, 'secret'), 'secret')
  bundle('good')
  writeSpecimen(specimens, 'rock', { type: 'mesh', data_file: 'f' }, { f: 'ours' })
  host = await startBuiltHost({ plugins, specimens, witness: 'good' })
})
afterAll(async () => {
  expect(await host.stop()).toEqual([0, null])
})

/** What a reload says of the source `bad`. */
async function reload(): Promise<Body[]> {
  const { errors } = await host.api.json('/api/specimens/reload')
  expect(errors.filter(({ source }: Body) => source !== 'bad')).toEqual([])
  return errors
}

/** Has the host refuse what is in the folder `bad`, which is removed, and find nothing there afterwards. */
async function expectRefusal(folder: string, code: string): Promise<void> {
  const errors = await reload()
  expect(errors.map((error) => error.code)).toEqual([code])
  expect(errors[0].detail).not.toContain(root)
  rmSync(folder, { recursive: true, force: true })
  expect(await host.findHarm()).toBeUndefined()
  expect(await reload()).toEqual([])
  const ids = (await host.api.json('/api/specimens/')).map(({ id }: Body) => id)
  expect(ids.filter((id: string) => !['good', 'rock'].includes(id))).toEqual([])
}

describe.each(Object.entries({ manifest: manifests, schema: schemas }))('a hostile %s', (_kind, cases) => {
  it.each<HostileFile>(cases)('%s', async (_what, change, code) => {
    const path = join(bundle('bad'), 'manifest.json')
    writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))))
    await expectRefusal(join(plugins, 'bad'), code)
  })
})

describe('a schema that does not take its own defaults', () => {
  it.each<HostileFile>(defaults)('is refused when it is called: %s', async (_what, change, detail) => {
    const path = join(bundle('bad'), 'manifest.json')
    writeFileSync(path, JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')))))
    expect(await reload()).toEqual([])
    const answer = await host.api.post('/api/specimens/bad/data', { params: {} })
    expect(await answer.json()).toMatchObject({
      code: 'params.invalid',
      detail: expect.stringContaining(detail),
    })
    expect(await host.findHarm()).toBeUndefined()
    rmSync(join(plugins, 'bad'), { recursive: true })
    expect(await reload()).toEqual([])
  })
})

describe('a hostile specimen.json', () => {
  it.each<HostileFile>(metadata)('%s', async (_what, change, code) => {
    const good = { type: 'mesh', data_file: 'f' }
    const folder = writeSpecimen(specimens, 'bad', good, { f: 'ours' })
    writeFileSync(join(folder, 'specimen.json'), JSON.stringify(change(good)))
    await expectRefusal(folder, code)
  })
})

describe.each(['manifest.json', 'specimen.json'])('%s that is no JSON', (file) => {
  it.each(texts)('%s', async (_what, text) => {
    const folder =
      file === 'manifest.json' ? bundle('bad') : writeSpecimen(specimens, 'bad', { type: 'mesh' }, {})
    writeFileSync(join(folder, file), text)
    await expectRefusal(folder, 'json.syntax')
  })
})

describe('a bundle', () => {
  it('with a pattern that takes exponential time elsewhere is checked in time', async () => {
    const pattern = '^(a+)+$'
    makeBundle(plugins, {
      name: 'redos',
      source: 'export const redos = () => ({ shape: [1, 1, 1], data: new Uint8Array(1) })',
      functions: [
        { name: 'redos', returns: 'volume', properties: { p: { type: 'string', pattern, default: 'a' } } },
      ],
    })
    expect(await reload()).toEqual([])
    const answer = await host.api.post('/api/specimens/redos/data', {
      params: { p: `${'a'.repeat(50_000)}b` },
    })
    expect([answer.status, (await answer.json()).code]).toEqual([422, 'params.invalid'])
    expect(await host.findHarm()).toBeUndefined()
    rmSync(join(plugins, 'redos'), { recursive: true })
    expect(await reload()).toEqual([])
  })

  it('that is half copied is refused, and taken when it is whole', async () => {
    const whole = bundle('late')
    const source = readFileSync(join(whole, 'index.mjs'))
    for (const length of [0, 1, source.length - 1]) {
      writeFileSync(join(whole, 'index.mjs'), source.subarray(0, length))
      const { errors } = await host.api.json('/api/specimens/reload')
      expect(errors.map((error: Body) => [error.source, error.code])).toEqual([['late', 'bundle.incomplete']])
      expect(await host.findHarm()).toBeUndefined()
    }
    writeFileSync(join(whole, 'index.mjs'), source)
    expect(await reload()).toEqual([])
    expect((await host.api.get('/api/specimens/late/data')).status).toBe(200)
  })

  it('that is replaced or removed while it runs loses no request', async () => {
    bundle('late', 1)
    await reload()
    const start = async () => (await host.api.start('late', { seconds: 0.5 }, 'late')).job_id
    const readResult = async (id: string) => {
      await host.api.settle(id)
      return (await host.api.json(`/api/jobs/${id}/result`)).data
    }
    const before = await start()
    rmSync(join(plugins, 'late'), { recursive: true })
    bundle('late', 2)
    expect(await reload()).toEqual([])
    const after = await start()
    rmSync(join(plugins, 'late'), { recursive: true })
    expect(await reload()).toEqual([])
    expect(await Promise.all([before, after].map(readResult))).toEqual(['AQ==', 'Ag==']) // 1 and 2
    expect((await host.api.get('/api/specimens/late/data')).status).toBe(404)
    expect(await host.findHarm()).toBeUndefined()
  })

  it.each(['good', 'bad'])('that claims a name of another is refused as %s', async (name) => {
    const folder = makeBundle(plugins, {
      name,
      source: toSource('good', 9),
      functions: [{ name: 'good', returns: 'volume', properties: { seconds } }],
    })
    if (name === 'good') {
      renameSync(folder, join(plugins, 'bad'))
      bundle('good')
    }
    await expectRefusal(join(plugins, 'bad'), 'name.taken')
  })

  it.each(['/etc', '..', 'bad', '/proc/self/root'])('that is a link to %s is refused', async (target) => {
    symlinkSync(target, join(plugins, 'bad'))
    const [error] = await reload()
    expect(error).toMatchObject({ source: 'bad' })
    rmSync(join(plugins, 'bad'))
    expect(await host.findHarm()).toBeUndefined()
  })

  it('whose module is a link to a secret is refused', async () => {
    const folder = bundle('bad')
    rmSync(join(folder, 'index.mjs'))
    symlinkSync(join(root, 'secret'), join(folder, 'index.mjs'))
    await expectRefusal(folder, 'bundle.incomplete')
  })

  it('among 300 broken ones is served', async () => {
    const names = Array.from({ length: 300 }, (_, i) => join(plugins, `broken-${i}`))
    for (const name of names) {
      mkdirSync(name)
      writeFileSync(join(name, 'manifest.json'), '{')
    }
    expect((await host.api.json('/api/specimens/reload')).errors).toHaveLength(300)
    expect(await host.findHarm()).toBeUndefined()
    for (const name of names) rmSync(name, { recursive: true })
    expect(await reload()).toEqual([])
  })
})
