/**
 * How long `specimen serve` takes to listen with 100 bundles, on the clock and of the processor (on Linux),
 * and `specimen build` to build 20 plugins.
 */
import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, time, toBoundRow, toMedian, toNoteRow } from './figures.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { withFolder } from './processes.mjs'

const cli = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const esbuildAlone = fileURLToPath(new URL('esbuild-alone.mjs', import.meta.url))
const bundleCount = 100
const pluginCount = 20
const repeats = 5
const run = promisify(execFile)

const isLinux = process.platform === 'linux'
const sayTime = `
  const { user, system } = process.cpuUsage()
  process.stdout.write(String((user + system) / 1000))`

/** Returns the rows of each. */
export async function measure() {
  return [...(await withFolder(measureServe)), await withFolder(measureBuild)]
}

async function measureServe(folder) {
  for (let index = 0; index < bundleCount; index++) await writeBundle(folder, toBundle(index))
  const runs = await repeat(repeats, async () => {
    const empty = { clock: await time(() => run(process.execPath, ['-e', '0'])) }
    empty.processor = Number((await run(process.execPath, ['-e', sayTime])).stdout)
    return { empty, host: await serve(folder) }
  })
  const compare = (kind) => {
    const [empty, host] = ['empty', 'host'].map((side) => toMedian(runs.map((pair) => pair[side][kind])))
    const ratio = toMedian(runs.map((pair) => pair.host[kind] / pair.empty[kind]))
    return { ratio, beside: `an empty Node ${empty.toFixed(0)} ms, the host ${host.toFixed(0)} ms` }
  }
  const [clock, processor] = [compare('clock'), compare('processor')]
  const what = `start with ${bundleCount} bundles`
  return [
    toBoundRow(what, clock.ratio, 2, 'empty Node processes', clock.beside),
    ...(isLinux ? [toNoteRow(`${what}, processor time`, processor.ratio.toFixed(2), processor.beside)] : []),
  ]
}

function toBundle(index) {
  const number = {
    type: 'number',
    default: 1,
    minimum: 0,
    maximum: 10,
    description: 'One of the parameters.',
  }
  const properties = Object.fromEntries(
    Array.from({ length: 6 }, (_, place) => [`parameter${place}`, number]),
  )
  const functions = ['first', 'second'].map((word) => ({
    name: `${word}${index}`,
    returns: 'mesh',
    properties,
  }))
  const source =
    functions.map(({ name }) => `export function ${name}() {}\n`).join('') +
    '// as long as a small plugin\n'.repeat(500)
  return { name: `bundle${index}`, source, functions }
}

/**
 * Starts a host, asks it for its catalog, ends it; returns the milliseconds to its `listening` line, and those
 * of the processor.
 */
async function serve(folder) {
  const started = performance.now()
  const argv = [cli, 'serve', '--plugins', folder, '--specimens', join(folder, 'none'), '--port', '0']
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface(child.stdout)) {
    const port = /^listening on http:.*:(\d+)$/.exec(line)?.[1]
    if (!port) continue
    const clock = performance.now() - started
    const processor = isLinux ? readProcessorTime(child.pid) : 0
    const connection = await openConnection(Number(port))
    const catalog = await readJson(connection, toRequest('GET', '/api/specimens/'))
    connection.close()
    if (catalog.length !== 2 * bundleCount) throw new Error(`a catalog of ${catalog.length} entries`)
    child.kill()
    await ended
    return { clock, processor }
  }
  throw new Error(`the host ended with ${await ended} before it listened`)
}

/** Returns the milliseconds of all threads of a process. */
function readProcessorTime(pid) {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]),
  )
  return nanoseconds.reduce((sum, each) => sum + each) / 1e6
}

async function measureBuild(folder) {
  await repeat(pluginCount, (index) => writePlugin(folder, index))
  const runs = await repeat(repeats, async (index) => {
    const out = join(folder, `out${index}`)
    const whole = await time(() => run(process.execPath, [cli, 'build', folder, '--out', out]))
    await checkBundles(out)
    const { stdout } = await run(process.execPath, [esbuildAlone, folder])
    return { whole, esbuild: Number(stdout) }
  })
  const esbuild = toMedian(runs.map((pair) => pair.esbuild))
  const added = toMedian(runs.map((pair) => pair.whole - pair.esbuild))
  const whole = toMedian(runs.map((pair) => pair.whole))
  const beside = `esbuild alone ${esbuild.toFixed(0)} ms, the build ${whole.toFixed(0)} ms`
  return toBoundRow(`build of ${pluginCount} plugins beyond esbuild`, added, 1500, 'ms', beside)
}

/** Two functions with 13 parameters. */
async function writePlugin(folder, index) {
  const text = `import type { Integer, Mesh, ProgressReporter, Range, Volume } from 'specimen-host/plugin'

const scale = 2
type Quality = 'low' | 'medium' | 'high'

/**
 * A surface with many settings.
 * @param radius - in metres
 * @tags bench, generated
 */
export function surface${index}(
  radius: Range<0.1, 10> = 1, segments: Integer & Range<3, 256> = 64, twist: number = 2 * scale, closed = true,
  quality: Quality = 'medium', label: string = 'part', turns: Integer = 3, progress?: ProgressReporter,
): Mesh {
  progress?.report(label + quality + closed)
  const count = segments * turns
  const vertices = new Float32Array(3 * count)
  for (let i = 0; i < count; i++) vertices.set([radius * Math.cos(i), radius * Math.sin(i), twist * i], 3 * i)
  return { vertices, indices: new Uint32Array() }
}

/** A field of values. */
export async function field${index}(
  size: Integer & Range<1, 128> = 16, gain: Range<0, 1, 0.05> = 0.5, offset = -1.5, axis: 'x' | 'y' | 'z' = 'z',
  inverted: boolean = false, seed: Integer = 7,
): Promise<Volume> {
  const data = new Float32Array(size ** 3).map((_, i) => (inverted ? -1 : 1) * gain * Math.sin(i + seed) + offset + axis.length)
  return { shape: [size, size, size], data }
}
`
  await writeFile(join(folder, `plugin${index}.ts`), text)
}

async function checkBundles(out) {
  // Beside them lies a record of the build.
  const names = (await readdir(out)).filter((name) => !name.startsWith('.'))
  if (names.length !== pluginCount) throw new Error(`${names.length} bundles were built`)
  for (const name of names) {
    const { functions } = JSON.parse(await readFile(join(out, name, 'manifest.json'), 'utf8'))
    const count = functions.reduce((sum, { schema }) => sum + Object.keys(schema.properties).length, 0)
    if (count !== 13) throw new Error(`${name} has ${count} parameters`)
  }
}
