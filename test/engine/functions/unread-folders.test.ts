/**
 * Folders that the system cannot read at the moment: what was read of them before stays, the cause and its
 * remedy are named, and only what is known to be gone goes.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { scanFolder } from '../../../core/engine/catalog/scan-folder.ts'
import { BundleCopies } from '../../../core/engine/functions/bundle-copies.ts'
import { createBundleLoader } from '../../../core/engine/functions/bundle-loader.ts'
import { createKeyReader } from '../../../core/engine/functions/bundle-signature.ts'
import { createPrivateFolder } from '../../../core/engine/functions/private-folder.ts'
import { RepeatedReload } from '../../../core/engine/functions/repeated-reload.ts'
import { makeBundle } from '../../support/make-bundle.ts'
import { writeSpecimen } from '../../support/probe-bundle.ts'

/** Makes calls for paths that end so fail with a code. */
const failing = vi.hoisted(() => ({ end: '', code: '' }))
const isFailing = (path: unknown) => failing.end !== '' && String(path).endsWith(failing.end)
const fail = (call: string) => {
  throw Object.assign(new Error(`${failing.code}: so it is, ${call} 'somewhere'`), { code: failing.code })
}
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>()
  const readdir = async (path: string, options: object) =>
    isFailing(path) ? fail('scandir') : await real.readdir(path, options)
  const open = async (path: string, flags: number | string, mode?: number) =>
    isFailing(path) ? fail('open') : await real.open(path, flags, mode)
  return { ...real, readdir, open }
})
vi.mock('node:fs', async (load) => {
  const real = await load<typeof import('node:fs')>()
  const writeFileSync: typeof real.writeFileSync = (file, ...rest) =>
    typeof file === 'number' && failing.code === 'ENOSPC' ? fail('write') : real.writeFileSync(file, ...rest)
  return { ...real, writeFileSync }
})

const log = { debug() {}, info() {}, warn() {}, error() {} }
let root: string
let plugins: string
let specimens: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'unread-folders-'))
  plugins = join(root, 'plugins')
  specimens = join(root, 'specimens')
  for (const name of ['a', 'b']) {
    bundle(name)
    writeSpecimen(specimens, name, { data_file: 'f.x', type: 'mesh' }, { 'f.x': 'ours' })
  }
  mkdirSync(join(root, 'tmp'))
})
afterEach(() => {
  failing.end = failing.code = ''
  rmSync(root, { recursive: true })
})

const bundle = (name: string, value = 1) =>
  makeBundle(plugins, {
    name,
    source: `export const ${name} = () => ({ shape: [1, 1, 1], data: new Uint8Array([${value}]) })`,
    functions: [{ name, returns: 'volume' }],
  })

/** Returns what reads the bundles, and what reads the specimens: the sources that it has, and its errors. */
async function open(watch: boolean, keys?: string) {
  const folder = await createPrivateFolder({ now: Date.now, log, parent: join(root, 'tmp') })
  onTestFinished(() => folder.close())
  const copies = new BundleCopies(folder, log)
  const settings = { plugins, followLinks: false, watch, requireSignature: keys }
  const readSigners = createKeyReader(keys)
  const loader = createBundleLoader(settings, { copies, readSigners, isOptional: false })
  let files: Awaited<ReturnType<typeof scanFolder>>['files'] = []
  return {
    plugins: async () => {
      const { bundles, errors } = await loader.load()
      return { sources: bundles.map(({ source }) => source), errors }
    },
    specimens: async () => {
      const found = await scanFolder({ path: specimens, followLinks: false, isOptional: false }, 4096, files)
      files = found.files
      return { sources: files.map(({ source }) => source), errors: found.errors }
    },
  }
}

describe.each(['plugins', 'specimens'] as const)('the folder of %s', (kind) => {
  const file = kind === 'plugins' ? '/manifest.json' : '/specimen.json'
  const content = kind === 'plugins' ? '/index.mjs' : '/f.x'

  it.each(['EMFILE', 'EIO', 'ESTALE', 'EACCES', 'ETIMEDOUT', 'ENFILE'])(
    'keeps what it held when it, a folder in it or a file gives %s, and names that',
    async (code) => {
      for (const watch of [false, true]) {
        const read = (await open(watch))[kind]
        expect(await read()).toEqual({ sources: ['a', 'b'], errors: [] })
        for (const end of [`/${kind}`, `/${kind}/a`, file, content]) {
          Object.assign(failing, { end, code })
          const { sources, errors } = await read()
          expect(sources, end).toEqual(['a', 'b'])
          expect(errors[0], end).toMatchObject({
            code: 'system.failed',
            detail: expect.stringMatching(new RegExp(`${code}: so it is; \\S+ `)),
          })
          failing.end = ''
          expect(await read()).toEqual({ sources: ['a', 'b'], errors: [] })
        }
      }
    },
  )

  it.each(['ENOENT', 'ENOTDIR'])('holds nothing any more when it gives %s', async (code) => {
    const read = (await open(false))[kind]
    await read()
    Object.assign(failing, { end: `/${kind}`, code })
    expect(await read()).toMatchObject({ sources: [], errors: [{ code: 'file.missing' }] })
    failing.end = ''
    rmSync(join(root, kind, 'a'), { recursive: true })
    expect((await read()).sources).toEqual(['b'])
  })

  it('begins with what can be read', async () => {
    const read = (await open(false))[kind]
    Object.assign(failing, { end: `/${kind}/a`, code: 'EIO' })
    expect(await read()).toMatchObject({ sources: ['b'], errors: [{ source: 'a', code: 'system.failed' }] })
  })
})

it('a thumbnail that cannot be read stays a thumbnail', async () => {
  const metadata = { data_file: 'f.x', type: 'mesh', thumbnail_file: 't.png' }
  writeSpecimen(specimens, 'a', metadata, { 'f.x': 'ours', 't.png': 'p' })
  Object.assign(failing, { end: '/t.png', code: 'EMFILE' })
  const found = await scanFolder({ path: specimens, followLinks: false, isOptional: false }, 4096)
  expect(found.files[0]?.file.thumbnail).toMatchObject({ name: 't.png' })
  expect(found.errors).toMatchObject([{ source: 'a', code: 'system.failed' }])
})

it('keys that cannot be read leave the bundles as they were', async () => {
  const read = (await open(false, join(root, 'keys'))).plugins
  Object.assign(failing, { end: '/keys', code: 'EMFILE' })
  expect(await read()).toMatchObject({ errors: [{ source: join(root, 'keys'), code: 'system.failed' }] })
  failing.code = 'ENOENT'
  await expect(read()).rejects.toMatchObject({ code: 'config.invalid' })
})

it('a full temporary folder is named: a new version is left out, and the one before stays', async () => {
  const read = (await open(false)).plugins
  await read()
  bundle('a', 2)
  failing.code = 'ENOSPC'
  const { sources, errors } = await read()
  expect(sources).toEqual(['a', 'b'])
  const detail = `The private copy cannot be written in ${join(root, 'tmp')}: ENOSPC: so it is; make room there.`
  expect(errors).toMatchObject([{ source: 'a', code: 'system.failed', detail }])
})

it('a host whose private folder cannot be made is told where', async () => {
  await expect(createPrivateFolder({ now: Date.now, log, parent: join(root, 'gone') })).rejects.toThrow(
    `The private folder cannot be made in ${join(root, 'gone')} (TMPDIR names another): ENOENT`,
  )
})

it('what could not be read is read again by itself, more and more seldom', () => {
  vi.useFakeTimers()
  const reload = vi.fn<() => Promise<void>>(async () => {})
  const repeated = new RepeatedReload(reload, log)
  const failed = [{ source: 'a', code: 'system.failed', detail: '' }]
  const reloads = (milliseconds: number): number => {
    vi.advanceTimersByTime(milliseconds)
    return reload.mock.calls.length
  }
  repeated.plan(failed)
  expect([reloads(999), reloads(1)]).toEqual([0, 1])
  repeated.plan(failed)
  expect([reloads(1999), reloads(1)]).toEqual([1, 2])
  for (let i = 0; i < 20; i++) repeated.plan(failed)
  expect([reloads(299_999), reloads(1)]).toEqual([2, 3])
  repeated.plan([{ source: 'a', code: 'bundle.incomplete', detail: '' }])
  expect(reloads(10 ** 6)).toBe(3)
  repeated.plan(failed)
  repeated.close()
  repeated.plan(failed)
  expect(reloads(10 ** 6)).toBe(3)
  vi.useRealTimers()
})
