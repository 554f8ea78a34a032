/** The host that is soaked: the built command line, over bundles and a temporary folder of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { writeBundle } from '../bench/bench-bundle.mjs'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const preload = new URL('report-holdings.mjs', import.meta.url).href
const number = { type: 'number', default: 0 }
/** What is kept is dropped soon, so that it comes and goes many times, and little of it fits. */
const flags = Object.entries({
  'pool-size': 2,
  'queue-size': 64,
  'run-timeout': 30,
  'cache-ttl': 1,
  'cache-bytes': 32 * 2 ** 20,
  'answer-bytes': 64 * 2 ** 20,
  'job-ttl': 1,
  'job-bytes': 16 * 2 ** 20,
  'drain-timeout': 5,
  'log-level': 'silent',
}).flatMap(([name, value]) => [`--${name}`, String(value)])

/** The kinds of results that are no volumes. */
const kinds = { surface: 'mesh', cloud: 'point_cloud', raster: 'image' }
const sources = {
  steady: `
export const small = (n) => ({ shape: [1, 1, 2], data: new Float32Array([n, n]) })
export const large = (n) => ({ shape: [4, 1024, 1024], data: new Uint8Array(4 * 2 ** 20).fill(n) })
export const fails = (n) => { throw new Error('no ' + n) }
export function chats(n, report) {
  for (let i = 0; i < 20; i++) report.report('step ' + i)
  return small(n)
}
export function endless(n, report) {
  report.report('going')
  for (;;);
}`,
  forms: `
const side = 40
export function surface(n) {
  const [vertices, indices] = [new Float32Array(3 * side * side), []]
  for (let i = 0; i < side * side; i++) vertices.set([i % side, Math.floor(i / side), Math.sin(i + n)], 3 * i)
  for (let i = 0; i < side * (side - 1); i++)
    if (i % side < side - 1) indices.push(i, i + 1, i + side, i + 1, i + side + 1, i + side)
  return { vertices, indices: Uint32Array.from(indices) }
}
export const cloud = (n) => ({ points: Float32Array.from({ length: 3000 }, (_, i) => Math.cos(i * n)) })
export const raster = (n) => ({ width: 64, height: 64, channels: 1, data: new Uint8Array(4096).fill(255 * n) })`,
  crashing: `
export function crashes(n) {
  if (n % 2 === 0) process.exit(1)
  return { shape: [1, 1, 1], data: new Uint8Array(1) }
}`,
  changing: `
export const changes = (n) => ({ shape: [1, 1, 2], data: new Float32Array([n, VERSION]) })`,
}

/** Writes one of the bundles; those of another version differ. */
export async function writeSoakBundle(plugins, name, version = 0) {
  const source = sources[name].replace('VERSION', String(version))
  const names = [...source.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, found]) => found)
  const functions = names.map((found) => {
    const reporter = ['chats', 'endless'].includes(found) ? { progressAt: 1 } : {}
    return { name: found, returns: kinds[found] ?? 'volume', properties: { n: number }, ...reporter }
  })
  await writeBundle(plugins, { name, source, functions })
}

/** Writes a file of NPY, and an image of OME-Zarr with more chunks than are listed for each request. */
async function writeData(data) {
  const level = join(data, 'cells.zarr', '0')
  await mkdir(level, { recursive: true })
  const head = "{'descr': '|u1', 'fortran_order': False, 'shape': (64, 64, 64), }".padEnd(117)
  const npy = [Buffer.from([0x93]), Buffer.from('NUMPY\x01\x00\x76\x00'), Buffer.from(`${head}\n`)]
  await writeFile(join(data, 'ramp.npy'), Buffer.concat([...npy, Buffer.alloc(64 ** 3, 7)]))
  const axes = ['z', 'y', 'x'].map((name) => ({ name, type: 'space' }))
  const scale = [{ type: 'scale', scale: [1, 1, 1] }]
  const datasets = [{ path: '0', coordinateTransformations: scale }]
  const attributes = { multiscales: [{ version: '0.4', axes, datasets }] }
  const array = { zarr_format: 2, shape: [100, 8, 8], chunks: [1, 8, 8], dtype: '|u1', order: 'C' }
  const whole = { ...array, compressor: null, filters: null, fill_value: 0, dimension_separator: '.' }
  await writeFile(join(data, 'cells.zarr', '.zgroup'), '{"zarr_format": 2}')
  await writeFile(join(data, 'cells.zarr', '.zattrs'), JSON.stringify(attributes))
  await writeFile(join(level, '.zarray'), JSON.stringify(whole))
  for (let i = 0; i < 100; i++) await writeFile(join(level, `${i}.0.0`), Buffer.alloc(64, i))
}

/** Returns the result of `work(host)`; everything that the host has written is removed afterwards. */
export async function withSoakHost(work) {
  const folder = await mkdtemp(join(tmpdir(), 'specimen-soak-'))
  const names = ['bundles', 'tmp', 'report.json', 'data']
  const [plugins, temporary, report, data] = names.map((name) => join(folder, name))
  await mkdir(temporary)
  await writeData(data)
  for (const name of Object.keys(sources)) await writeSoakBundle(plugins, name)
  const args = [
    '--expose-gc',
    '--import',
    preload,
    cli,
    'serve',
    '--watch', // without it, a reload drops a bundle that is just being replaced
    '--port',
    '0',
    '--plugins',
    plugins,
    '--data',
    data,
    ...flags,
  ]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, TMPDIR: temporary, SOAK_REPORT: report },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    const first = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended])
    const port = Number(/:(\d+)$/.exec(String(first[0]))?.[1])
    if (!port) throw new Error('The host has ended before it listened.')
    child.stdout.resume()
    return await work({ pid: child.pid, port, plugins, temporary, report })
  } finally {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}
