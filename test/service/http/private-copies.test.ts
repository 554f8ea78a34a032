/**
 * The private copies from which bundles run: read-only, looked at before a process starts on them, made
 * again, and let go of.
 */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { createHost, type Host } from 'specimen-host'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeBundle } from '../../support/make-bundle.ts'
import { pixelPng } from '../../support/probe-bundle.ts'

let root: string
let plugins: string
let host: Host
let log: string
const logDestination = new Writable({
  write: (chunk, _encoding, done) => {
    log += chunk
    done()
  },
})

const volume = (value: number | string) => `({ shape: [1, 1, 1], data: new Uint8Array([${value}]) })`
const bundle = (name: string, value: number) =>
  makeBundle(plugins, {
    name,
    source: `export const ${name} = () => ${volume(value)}`,
    files: { 'thumb.png': pixelPng },
    thumbnail: 'thumb.png',
    functions: [{ name, returns: 'volume' }],
  })
const get = async (path: string) => await host.inject(`/api/specimens/${path}`)
let rooms = 0
const value = async (id: string) => {
  const response = await get(`${id}/data?room_id=room-${rooms++}`)
  return response.statusCode === 200 ? response.rawPayload.at(-1) : response.json()
}
const reload = async () => (await get('reload')).json()
const privateFolder = () => join(root, 'tmp', readdirSync(join(root, 'tmp'))[0] ?? '')
const copies = () => readdirSync(privateFolder()).filter((name) => name !== 'owner.json')
/** Returns the copy of the bundle that has a function of this name. */
const copyOf = (name: string) => {
  const holds = (copy: string) =>
    readFileSync(join(privateFolder(), copy, 'index.mjs'), 'utf8').includes(`const ${name} `)
  return join(privateFolder(), copies().find(holds) ?? '')
}

/**
 * Does what a plugin could: writes another module of the same size and puts the time of its last change back.
 */
function rewrite(folder: string, file: string, change: (text: Buffer) => Buffer): void {
  const path = join(folder, file)
  const { atime, mtime } = statSync(path)
  chmodSync(path, 0o640)
  writeFileSync(path, change(readFileSync(path)))
  utimesSync(path, atime, mtime)
  chmodSync(path, 0o440)
}
const toNines = (text: Buffer) => Buffer.from(text.toString().replace(/\[\d\]\)/, '[9])'))

const options = () => ({ plugins, specimens: '', port: 0, poolSize: 2, logDestination })

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'private-copies-'))
  plugins = join(root, 'bundles')
  mkdirSync(plugins)
  mkdirSync(join(root, 'tmp'))
  vi.stubEnv('TMPDIR', join(root, 'tmp'))
  log = ''
  bundle('a', 1)
  bundle('b', 2)
  host = await createHost(options())
  await reload() // what a start has read is in memory, until the host listens
})
afterEach(async () => {
  await host.close()
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

it('are read-only', () => {
  const modes = ['', 'index.mjs', 'thumb.png'].map((path) => statSync(join(copyOf('a'), path)).mode & 0o777)
  expect(modes).toEqual([0o550, 0o440, 0o440])
})

it('are readable by the group of plugins, whatever the umask of the host is', async () => {
  const before = process.umask(0o077)
  try {
    bundle('strict', 3)
    expect((await reload()).errors).toEqual([])
    const modes = ['', 'index.mjs'].map((path) => statSync(join(copyOf('strict'), path)).mode & 0o777)
    expect(modes).toEqual([0o550, 0o440])
    expect(await value('strict')).toBe(3)
  } finally {
    process.umask(before)
  }
})

it('have the bytes of their bundle, whatever size its files and however deep they lie', async () => {
  const sizes = { none: 0, small: 5, 'deep/down/large': 300_000, larger: 2 ** 20 + 1 }
  const files = Object.entries(sizes).map(([name, size]) => [name, 'ab'.repeat(size).slice(0, size)])
  mkdirSync(join(plugins, 'files/deep/down'), { recursive: true })
  makeBundle(plugins, {
    name: 'files',
    source: `export const files = () => ${volume(5)}`,
    files: Object.fromEntries(files),
    functions: [{ name: 'files', returns: 'volume' }],
  })
  expect((await reload()).errors).toEqual([])
  for (const [path = '', text] of files)
    expect(readFileSync(join(copyOf('files'), path), 'utf8') === text, path).toBe(true)
  expect(await value('files')).toBe(5)
})

describe('a copy that was rewritten', () => {
  it('is made again before a process starts on it, and the log says so', async () => {
    rewrite(copyOf('a'), 'index.mjs', toNines)
    expect(await value('a')).toBe(1)
    expect(log).toContain('made again')
  })

  it('is made again before its thumbnail is sent', async () => {
    rewrite(copyOf('a'), 'thumb.png', (bytes) => Buffer.from(bytes).fill(0, 40))
    expect((await get('a/thumbnail')).rawPayload.equals(pixelPng)).toBe(true)
  })

  it('is made again by a reload', async () => {
    rewrite(copyOf('a'), 'index.mjs', toNines)
    await reload()
    expect(readFileSync(join(copyOf('a'), 'index.mjs'), 'utf8')).toContain('[1]')
  })

  it('is refused when the bundle it came from is gone or another by now', async () => {
    rewrite(copyOf('a'), 'index.mjs', toNines)
    bundle('a', 7)
    expect(await value('a')).toMatchObject({
      code: 'bundle.incomplete',
      detail: expect.stringContaining('"a"'),
    })
    expect(await value('b')).toBe(2)
    await reload()
    expect(await value('a')).toBe(7)
  })
})

it('are made again when somebody has cleaned the temporary folder', async () => {
  rmSync(privateFolder(), { recursive: true })
  expect([await value('a'), (await get('b/thumbnail')).statusCode]).toEqual([1, 200])
  rmSync(privateFolder(), { recursive: true })
  expect(await reload()).toMatchObject({ bundles: 2, errors: [] })
  expect(copies()).toHaveLength(2)
  expect(await value('b')).toBe(2)
})

it('are let go of when a reload has replaced or dropped their bundle', async () => {
  for (let i = 0; i < 50; i++) {
    bundle('a', i)
    await reload()
  }
  await expect.poll(copies).toHaveLength(2)
  expect(await value('a')).toBe(49)
  rmSync(join(plugins, 'b'), { recursive: true })
  await reload()
  await expect.poll(copies).toHaveLength(1)
})

it('stay while a run that began with them goes on, and no longer', async () => {
  const source = (version: number) => `
    import { readFileSync } from 'node:fs'
    export const late = async (progress) => {
      progress.report('begun')
      while (readFileSync(new URL('./gate', import.meta.url)).length === 0) await new Promise((go) => setTimeout(go, 5))
      return ${volume(version)}
    }`
  const make = (version: number) =>
    makeBundle(plugins, {
      name: 'late',
      source: source(version),
      files: { gate: '' },
      functions: [{ name: 'late', returns: 'volume', progressAt: 0 }],
    })
  make(3)
  await reload()
  const { job_id } = (
    await host.inject({ method: 'POST', url: '/api/specimens/late/start', payload: {} })
  ).json()
  const job = async (what: string) => await host.inject(`/api/jobs/${job_id}/${what}`)
  await expect.poll(async () => (await job('progress')).json().messages).toHaveLength(1)
  const running = copyOf('late')
  make(4)
  await reload()
  expect(copies()).toHaveLength(4)
  rewrite(running, 'gate', () => Buffer.from('open'))
  await expect.poll(async () => (await job('progress')).json().status).toBe('done')
  expect((await job('result')).json().data).toBe(Buffer.from([3]).toString('base64'))
  await expect.poll(copies).toHaveLength(3)
})

it('are one for the same bundle in two folders', async () => {
  makeBundle(join(root, 'other'), {
    name: 'b',
    source: `export const b = () => ${volume(2)}`,
    files: { 'thumb.png': pixelPng },
    thumbnail: 'thumb.png',
    functions: [{ name: 'b', returns: 'volume' }],
  })
  for (const file of ['index.mjs', 'manifest.json', 'thumb.png']) {
    mkdirSync(join(plugins, 'a-copy-of-b'), { recursive: true })
    writeFileSync(join(plugins, 'a-copy-of-b', file), readFileSync(join(root, 'other', 'b', file)))
  }
  expect(await reload()).toMatchObject({ bundles: 2, functions: 2, errors: [] })
  expect(copies()).toHaveLength(2)
})

it('leaves no copies when it is ended soon after its start', async () => {
  await host.close()
  host = await createHost(options())
  expect(copies()).toHaveLength(2)
  await host.listen()
  await host.close()
  expect(readdirSync(join(root, 'tmp'))).toEqual([])
})
