/** The time until `specimen serve` listens with 100 bundles, on the clock and of the processor (on Linux). */
import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { writeBundle } from './bench-bundle.mjs'
import { repeat, time, toMedian, toNoteRow } from './figures.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { ownRoot, withFolder } from './processes.mjs'

const bundleCount = 100
const repeats = 5
const run = promisify(execFile)

const isLinux = process.platform === 'linux'
const sayTime = `
  const { user, system } = process.cpuUsage()
  process.stdout.write(String((user + system) / 1000))`

/** Returns a row for the clock, and a note of processor time. */
export async function measure() {
  return await withFolder(measureServe)
}

/** Writes a hundred bundles. */
export async function writeBundles(folder) {
  for (let index = 0; index < bundleCount; index++) await writeBundle(folder, toBundle(index))
}

async function measureServe(folder) {
  await writeBundles(folder)
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
    toNoteRow(what, `${clock.ratio.toFixed(2)} ×`, clock.beside),
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
 * of the processor. `root` is the folder of its version.
 */
export async function serve(folder, root = ownRoot) {
  const started = performance.now()
  const argv = [
    join(root, 'dist/cli.js'),
    'serve',
    '--plugins',
    folder,
    '--specimens',
    join(folder, 'none'),
    '--port',
    '0',
  ]
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
