/** `specimen export`, as the built command line runs it: what it reports, writes, replaces and refuses. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { addFiles, createFolder, type Seen, withoutWaits } from './temporary-plugins.ts'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))

async function runExport(folder: string, ...args: string[]): Promise<Seen> {
  const env = { ...process.env, EXPORT_KEY: 'k-4711-export' }
  const run = promisify(execFile)(process.execPath, [cli, 'export', ...args], { cwd: folder, env })
  const { code = 0, stdout, stderr } = await run.catch((error) => error)
  return { code, stdout: String(stdout), stderr: withoutWaits(String(stderr)) }
}

const header = "import type { PointCloud } from 'specimen-host/plugin'\n"
const dots = '{ return { points: new Float32Array([0, 0, 0, 1, 1, 1]) } }'

/** Returns every file below a folder with its content. */
function readAll(folder: string): { readonly [path: string]: string } {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort()
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'latin1')]))
}

test('says of each function whether it runs in the page, has stored results, or is left out, and why', async () => {
  const folder = createFolder({
    'plugins/plain.ts': `${header}export function plain(): PointCloud ${dots}\n`,
    'plugins/hash.ts': `${header}import { createHash } from 'node:crypto'
/** @preset Two {"size": 2} */
export function hashed(size = 1): PointCloud { createHash('md5'); ${dots.slice(2)}
`,
    'plugins/brotli.ts': `${header}import { brotliDecompressSync } from 'node:zlib'
export function squeezed(): PointCloud { if (!brotliDecompressSync) throw new Error('none'); ${dots.slice(2)}
`,
    'plugins/packs.ts': `${header}import * as zlib from 'node:zlib'
export function packed(): PointCloud { if (!zlib.gzipSync) throw new Error('none'); ${dots.slice(2)}
`,
    'plugins/asks.ts': `${header}/** @needs net */
export function asks(): PointCloud { throw new Error('no luck') }
`,
    'plugins/timer.ts': `${header}export async function timed(): Promise<PointCloud> {
  await new Promise((resolve) => setImmediate(resolve)); ${dots.slice(2)}
`,
    'plugins/buffer.ts': `${header}export function buffered(): PointCloud { Buffer.from('a'); ${dots.slice(2)}
`,
    'plugins/late.ts': `${header}export async function late(): Promise<PointCloud> {
  const { hostname } = await import('node:os'); if (!hostname()) throw new Error('none'); ${dots.slice(2)}
`,
    'plugins/threads/index.ts': `${header}import { Worker } from 'node:worker_threads'
export async function threaded(): Promise<PointCloud> {
  const worker = new Worker(new URL('./task.ts', import.meta.url))
  return { points: await new Promise((resolve) => worker.once('message', resolve)) }
}
`,
    'plugins/threads/task.ts': `import { parentPort } from 'node:worker_threads'
parentPort?.postMessage(Float32Array.of(0, 0, 0, 1, 1, 1))
`,
    'plugins/either/index.ts': `${header}export function either(): PointCloud {
  const { Worker } = globalThis as unknown as { Worker?: new (place: URL) => { terminate(): void } }
  if (Worker) new Worker(new URL('./task.ts', import.meta.url)).terminate()
  return { points: Float32Array.of(0, 0, 0, 1, 1, 1) }
}
`,
    'plugins/either/task.ts': `export {}
`,
    'plugins/careful/index.ts': `${header}import raw from './raw.bin'
export function careful(): PointCloud {
  if (typeof process !== 'undefined' && process.versions?.node) throw new Error('Node')
  return { points: Float32Array.of(raw.length, 0, 0, 1, 1, 1) }
}
`,
    'plugins/careful/raw.bin': 'abc',
  })
  const { code, stdout } = await runExport(folder, 'site')
  expect(code).toBe(0)
  expect(stdout.split('\n')).toEqual([
    'refused asks: it needs net (@needs); the default: no luck. (function asks of bundle asks)',
    expect.stringMatching(/^stored buffered: it fails in a page: .*Buffer|undefined.*; 1 of 1 results$/),
    'live careful: runs in the page',
    'live either: runs in the page',
    'stored hashed: it imports node:crypto; 2 of 2 results',
    expect.stringMatching(/^stored late: it fails in a page: Failed to fetch node:os, .*1 of 1 results$/),
    'stored packed: it uses gzipSync of node:zlib, which pages do not have; 1 of 1 results',
    'live plain: runs in the page',
    'stored squeezed: it uses brotliDecompressSync of node:zlib, which pages do not have; 1 of 1 results',
    'stored threaded: it imports node:worker_threads; 1 of 1 results',
    expect.stringMatching(/^stored timed: it fails in a page: .*1 of 1 results$/),
    expect.stringMatching(/^10 specimens in site, \d\.\d MB, /),
    '',
  ])
  expect(existsSync(join(folder, 'dist'))).toBe(false)
})

test('with --strict, ends with 1 where a function was left out', async () => {
  const folder = createFolder({
    'plugins/plain.ts': `${header}export function plain(): PointCloud ${dots}\n`,
    'plugins/fails.ts': `${header}export function fails(): PointCloud { throw new Error('no luck') }\n`,
  })
  const { code, stdout } = await runExport(folder, 'site', '--strict')
  expect(code).toBe(1)
  expect(stdout).toMatch(/^refused fails: it fails in a page: no luck\..*; the default: no luck\./m)
  expect(stdout).toContain('\n1 specimen in site')
})

test('writes the same bytes again, replaces an earlier export, and keeps what was put beside it', async () => {
  const folder = createFolder({ 'plugins/one.ts': `${header}export function one(): PointCloud ${dots}\n` })
  const site = join(folder, 'site')
  expect(await runExport(folder, 'site')).toMatchObject({ code: 0, stderr: '' })
  const first = readAll(site)
  await runExport(folder, 'site')
  expect(readAll(site)).toEqual(first)
  addFiles(folder, { 'site/CNAME': 'example.org', 'site/bundles/old/index.js': 'old' })
  await runExport(folder, 'site')
  expect(readAll(site)).toEqual({ ...first, [join(site, 'CNAME')]: 'example.org' })
})

test.each([
  ['a folder of specimens that is not there', ['--specimens', 'spp']],
  ['a specimen without its file', ['--specimens', 'broken']],
])('keeps the earlier page where %s would be lost, and fails', async (_, flags) => {
  const folder = createFolder({
    'plugins/one.ts': `${header}export function one(): PointCloud ${dots}\n`,
    'scans/part/specimen.json': '{ "data_file": "part.csv", "type": "point_cloud" }',
    'scans/part/part.csv': 'x,y,z\n0,0,0\n',
    'broken/part/specimen.json': '{ "data_file": "part.csv", "type": "point_cloud" }',
  })
  const site = join(folder, 'site')
  expect(await runExport(folder, 'site', '--specimens', 'scans')).toMatchObject({ code: 0, stderr: '' })
  const first = readAll(site)
  const { code, stderr } = await runExport(folder, 'site', ...flags)
  expect(stderr).toContain('site is as it was: it shows part, and the new one would not.')
  expect([code, readAll(site)]).toEqual([1, first])
  const elsewhere = await runExport(folder, 'new', ...flags)
  expect([elsewhere.code, existsSync(join(folder, 'new/index.html'))]).toEqual([1, true])
})

test('stores what a function returns with the permissions and variables that it is given', async () => {
  const folder = createFolder({
    'plugins/keyed.ts': `${header}/** @needs net */
export function keyed(): PointCloud {
  if (process.env.EXPORT_KEY !== 'k-4711-export') throw new Error('no key')
  ${dots.slice(2)}
`,
  })
  expect((await runExport(folder, 'site', '--allow', 'keyed:net')).stdout).toContain('refused keyed: ')
  const { stdout } = await runExport(folder, 'site', '--allow', 'keyed:net', '--env', 'keyed:EXPORT_KEY')
  expect(stdout).toMatch(/^stored keyed: .*; 1 of 1 results$/m)
  expect(Object.values(readAll(join(folder, 'site'))).join()).not.toContain('k-4711-export')
})

test('refuses a folder with files that no export has written', async () => {
  const folder = createFolder({
    'plugins/one.ts': `${header}export function one(): PointCloud ${dots}\n`,
    'site/thesis.txt': 'years of work',
  })
  const { code, stderr } = await runExport(folder, 'site')
  expect(code).toBe(2)
  expect(stderr).toContain('site has files, and no page of an earlier export: nothing was written.')
  expect(Object.keys(readAll(join(folder, 'site')))).toEqual([join(folder, 'site/thesis.txt')])
})

test('writes one file, and no folder', async () => {
  const folder = createFolder({ 'plugins/one.ts': `${header}export function one(): PointCloud ${dots}\n` })
  expect((await runExport(folder, '--single', 'one.html')).code).toBe(0)
  expect(readdirSync(folder).sort()).toEqual(['one.html', 'plugins'])
  expect(readFileSync(join(folder, 'one.html'), 'utf8')).not.toMatch(/(src|href)="(?!data:)/)
})

test('serves the folder to this machine while it is open', async () => {
  const folder = createFolder({ 'plugins/one.ts': `${header}export function one(): PointCloud ${dots}\n` })
  const environment = { ...process.env, BROWSER: 'none' }
  const run = spawn(process.execPath, [cli, 'export', 'site', '--open'], { cwd: folder, env: environment })
  onTestFinished(() => void run.kill('SIGKILL'))
  const lines = createInterface(run.stdout)
  const url = await new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const [, address] = /^serving on (\S+); Ctrl\+C ends it$/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
  })
  const page = await fetch(url)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await page.text()).toBe(readFileSync(join(folder, 'site/index.html'), 'utf8'))
  expect((await fetch(`${url}bundles/one/index.js`)).headers.get('content-type')).toMatch(/^text\/javascript/)
  for (const path of ['..%2f..%2fplugins/one.ts', '/']) expect((await fetch(url + path)).status).toBe(404)
  run.kill('SIGINT')
  expect((await once(run, 'exit'))[0]).toBe(0)
})
