/** Bundles as their operator sees them, and functions that crash, over a whole host. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeBundle } from '../../support/make-bundle.ts'

let plugins: string
let host: Host

const wave = (step: number) =>
  makeBundle(plugins, {
    name: 'wave',
    source: `export function wave(height) {
      if (height === 666) process.exit(3)
      if (height < 0) throw new Error('no such height')
      return { shape: [1, 1, 1], data: new Float32Array([height + ${step}]) }
    }`,
    functions: [{ name: 'wave', returns: 'volume', properties: { height: { type: 'number', default: 0 } } }],
  })
const get = async (path: string) => await host.inject(path)
const plugin = async (name: string) => {
  const entries = (await get('/api/plugins')).json()
  return entries.find(({ source }: { source: string }) => source === name)
}
const data = async (height: number) => await get(`/api/specimens/wave/data?params={"height":${height}}`)

beforeEach(async () => {
  plugins = mkdtempSync(join(tmpdir(), 'plugins-route-'))
  wave(0)
  host = await createHost({ plugins, specimens: '', logLevel: 'silent', poolSize: 1 })
})
afterEach(async () => {
  await host.close()
})

it('lists each bundle with its hash, and what became of its runs', async () => {
  mkdirSync(join(plugins, 'torn'))
  writeFileSync(join(plugins, 'torn', 'manifest.json'), '{')
  await host.reload()
  expect((await data(1)).statusCode).toBe(200)
  expect((await data(-1)).statusCode).toBe(500)
  expect(await plugin('wave')).toMatchObject({
    state: 'loaded',
    code: null,
    name: 'wave',
    format: 1,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    functions: [
      {
        name: 'wave',
        runs: 2,
        failures: 1,
        crashes: 0,
        mean_ms: expect.any(Number),
        suspended_seconds: null,
      },
    ],
  })
  const { errors } = await host.reload()
  expect(await plugin('torn')).toMatchObject({ state: 'refused', ...errors[0], hash: null, functions: [] })
})

it('names a bundle that is refused for another one’s names', async () => {
  makeBundle(plugins, {
    name: 'zwave',
    source: 'export const wave = 1',
    functions: [{ name: 'wave', returns: 'volume' }],
  })
  await host.reload()
  expect(await plugin('zwave')).toMatchObject({ state: 'refused', code: 'name.taken' })
})

it('suspends a function that crashes, serves what rooms hold, and forgets it with another version', async () => {
  expect((await data(5)).statusCode).toBe(200)
  for (let i = 0; i < 5; i++) expect((await data(666)).json().code).toBe('function.failed')
  const refused = await data(6)
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'function.suspended'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(20)
  const start = { method: 'POST', url: '/api/specimens/wave/start', payload: {} } as const
  expect((await host.inject(start)).statusCode).toBe(503)
  expect((await data(5)).statusCode).toBe(200) // the room has it
  expect(await plugin('wave')).toMatchObject({
    state: 'suspended',
    code: 'function.suspended',
    detail: expect.stringContaining('exit code 3'),
    functions: [{ runs: 6, failures: 5, crashes: 5, suspended_seconds: expect.any(Number) }],
  })
  await host.reload() // the same version
  expect((await data(6)).statusCode).toBe(503)
  wave(1)
  await host.reload()
  expect((await data(6)).statusCode).toBe(200)
  expect(await plugin('wave')).toMatchObject({ state: 'loaded', functions: [{ runs: 1, crashes: 0 }] })
})
