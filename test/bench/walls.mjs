/**
 * What walls cost: at the start of a pool process, in each run, and until one that was ended is replaced; and
 * what they hold: the API while plugins flood their pipe, and the event loop while thousands of programs that
 * a run has started are ended. Walls and none take turns.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { writeBundle } from './bench-bundle.mjs'
import { bundleCore } from './bundle-core.mjs'
import { repeat, time, toBoundRow, toMedian, toNoteRow } from './figures.mjs'
import { openConnection, readJson, toRequest } from './http-connection.mjs'
import { withFolder, withHost } from './processes.mjs'

const root = new URL('../../', import.meta.url)
const repeats = 15
const samples = 50_000_000 / 4
const programs = 3000
const manifest = (name, parameters = []) => ({
  name,
  description: '',
  return_type: 'volume',
  parameters,
  progress: parameters.includes('reporter') ? 'reporter' : null,
  schema: { type: 'object', properties: {} },
})
const functions = [manifest('tiny'), manifest('large'), manifest('crash'), manifest('bomb', ['reporter'])]
const source = `
  import { spawn } from 'node:child_process'
  const data = new Float32Array(${samples}).fill(1)
  export const tiny = () => ({ shape: [1, 1, 1], data: new Float32Array(1) })
  export const large = () => ({ shape: [1, 1, ${samples}], data })
  export const crash = () => process.exit(7)
  export function bomb(reporter) {
    const loop = 'i=0; while [ $i -lt ${programs} ]; do setsid sleep 1000 & i=$((i+1)); done; echo'
    const child = spawn('/bin/sh', ['-c', loop], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.stdout.once('data', () => reporter.report('started'))
    return new Promise(() => setInterval(() => {}, 1000))
  }
`

const quiet = () => {}
const settings = {
  entry: new URL('dist/pool-process.js', root),
  folder: tmpdir(),
  resultBytes: 2 ** 30,
  heapMebibytes: 512,
  log: { debug: quiet, info: quiet, warn: quiet, error: console.error },
}

/** The pools, as modules of their own beside the built program. */
const core = `
  export { createProcessPool, createThreadPool, lookForWalls } from './core/run/pool/tiers.ts'
  export { enclose } from './core/run/walls/enclose.ts'`

/** Returns the rows of each cost, and of what is held. */
export async function measure() {
  const modules = await import(await bundleCore('walls', core))
  const walls = {
    prefer: await modules.lookForWalls('prefer', settings),
    off: await modules.lookForWalls('off', settings),
  }
  return await withFolder(async (folder) => {
    await mkdir(join(folder, 'bench'))
    await writeFile(join(folder, 'bench', 'index.mjs'), source)
    const open = (tier) => openPool(modules, walls, folder, tier)
    return [
      ...(await measureStart(modules, walls)),
      ...(await measureRuns(open)),
      ...(await measureBomb(open)),
      ...(await measureFlood()),
    ]
  })
}

/** Starts an empty program in each of the walls, and without any; they take turns. */
async function measureStart({ enclose }, walls) {
  const program = [process.execPath, '-e', '0']
  const enclosed = { program, readable: [], needs: [], mark: 2 ** 41, dataBytes: 2 ** 40 }
  const commands = {
    none: { file: program[0], args: program.slice(1), env: {} },
    off: enclose(walls.off, enclosed),
    prefer: enclose(walls.prefer, enclosed),
  }
  const times = { none: [], off: [], prefer: [] }
  await repeat(repeats, async () => {
    for (const [name, { file, args, env }] of Object.entries(commands))
      times[name].push(await time(() => once(spawn(file, args, { env, stdio: 'ignore' }), 'exit')))
  })
  const [none, off, prefer] = Object.values(times).map(toMedian)
  const beside = `${walls.prefer.enclosure}; an empty Node takes ${none.toFixed(0)} ms`
  return [
    toBoundRow('walls: added to a start, in empty starts', (prefer - none) / none, 0.75, 'Node', beside),
    toNoteRow('walls: added by the supervisor alone', `${(off - none).toFixed(1)} ms`, ''),
  ]
}

/** Runs in walls, behind a supervisor and in a thread, in turns. */
async function measureRuns(open) {
  const pools = { prefer: await open('prefer'), off: await open('off'), thread: await open('thread') }
  const tiny = await takeTurns(pools, 200, ({ run }) => run('tiny'))
  const large = await takeTurns(pools, repeats, async ({ run }) => checkLarge(await run('large')))
  const replaced = await takeTurns({ prefer: pools.prefer, off: pools.off }, repeats, async ({ run }) => {
    await run('crash').catch(() => {})
    await run('tiny')
  })
  const empty = toMedian(
    await repeat(repeats, () => time(() => once(spawn(process.execPath, ['-e', '0']), 'exit'))),
  )
  for (const { pool } of Object.values(pools)) await pool.close()
  const megabytes = (samples * 4) / 1e6
  const added = (large.prefer - large.thread) / megabytes
  const starts = `${replaced.prefer.toFixed(0)} ms; ${replaced.off.toFixed(0)} ms without walls`
  const volumes = `${megabytes} MB in ${large.prefer.toFixed(0)} ms, ${large.off.toFixed(0)} without walls`
  return [
    toBoundRow(
      'walls: added to a run',
      tiny.prefer - tiny.off,
      0.1,
      'ms',
      `${tiny.off.toFixed(2)} ms without`,
    ),
    toBoundRow('isolation: a run over a thread', tiny.prefer - tiny.thread, 0.5, 'ms', ''),
    toBoundRow('isolation: a MB of result over a thread', added, 1, 'ms', volumes),
    toBoundRow('walls: one ended is replaced, in empty starts', replaced.prefer / empty, 3.5, 'Node', starts),
  ]
}

function checkLarge({ data }) {
  if (data.length !== samples || data[0] !== 1 || data.at(-1) !== 1) throw new Error('a result that is wrong')
}

/** How long the event loop is held up while a run's thousands of programs are ended. */
async function measureBomb(open) {
  const rows = []
  for (const sandbox of ['prefer', 'off']) {
    const { pool, run } = await open(sandbox)
    await run('tiny')
    const stop = new AbortController()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    let ended
    const isOver = new Promise((resolve) => {
      ended = run('bomb', stop.signal, resolve).catch(resolve)
    })
    await isOver
    delay.enable()
    stop.abort()
    await ended
    const closed = await time(() => pool.close())
    delay.disable()
    const beside = `all of them gone after ${closed.toFixed(0)} ms`
    rows.push(
      toBoundRow(`--sandbox ${sandbox}: loop held up by their end`, delay.max / 1e6, 50, 'ms', beside),
    )
  }
  return rows
}

/** Polls a host at rest, and while every place is taken by a flood of small messages. */
async function measureFlood() {
  const flood = `
    import { writeSync } from 'node:fs'
    export function flood(progress) {
      const head = JSON.stringify({ run: 0, skipped: 0, reports: [] })
      const frame = Buffer.alloc(5 + head.length)
      frame[0] = 4
      frame.writeUInt32LE(head.length, 1)
      frame.write(head, 5)
      const frames = Buffer.concat(Array.from({ length: 2000 }, () => frame))
      progress.report('started')
      for (;;) writeSync(3, frames)
    }`
  return await withFolder(async (folder) => {
    await writeBundle(folder, {
      name: 'bench',
      source: flood,
      functions: [{ name: 'flood', returns: 'mesh', progressAt: 0 }],
    })
    return await withHost(folder, {}, async (host) => {
      const connection = await openConnection(host.port)
      const ask = (method, path, body) => readJson(connection, toRequest(method, path, body))
      const poll = () => time(() => ask('GET', '/api/specimens/'))
      await repeat(50, poll)
      const calm = toMedian(await repeat(200, poll))
      const jobs = await repeat(2, (index) =>
        ask('POST', '/api/specimens/flood/start', { room_id: `room ${index}` }),
      )
      for (const { job_id: job } of jobs)
        while ((await ask('GET', `/api/jobs/${job}/progress`)).messages.length === 0);
      const flooded = toMedian(await repeat(200, poll))
      connection.close()
      const beside = `${calm.toFixed(2)} ms at rest`
      return [toBoundRow('a poll while two plugins flood their pipes', flooded, 5, 'ms', beside)]
    })
  })
}

async function takeTurns(pools, count, work) {
  const times = Object.fromEntries(Object.keys(pools).map((name) => [name, []]))
  for (const pool of Object.values(pools)) await work(pool)
  await repeat(count, async () => {
    for (const [name, pool] of Object.entries(pools)) times[name].push(await time(() => work(pool)))
  })
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, toMedian(values)]))
}

async function openPool({ createProcessPool, createThreadPool }, walls, folder, tier) {
  const isThread = tier === 'thread'
  const create = isThread ? createThreadPool : createProcessPool
  const pool = create({
    ...settings,
    ...(isThread && { entry: new URL('dist/pool-thread.js', root) }),
    folder,
    allowed: new Map(),
    findWalls: async () => walls[tier],
    size: 1,
    queueLimit: 10,
    runTimeoutSeconds: 600,
    check: async () => {},
  })
  await pool.warm()
  const runner = pool.createRunner({ name: 'bench', hash: 'bench', folder: join(folder, 'bench'), functions })
  const run = (functionName, signal = new AbortController().signal, report = () => {}) =>
    runner.run(
      { functionName, revision: '1', params: {}, roomId: 'bench', key: '' },
      { signal, progress: { report } },
    )
  return { pool, run }
}
