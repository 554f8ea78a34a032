/**
 * Measures the runner tiers: `node test/bench/pool.mjs`, after a build. Each figure is a ratio or a latency
 * within one run, and each result's bytes are compared with those of the same function called directly.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const source = `
  export function fill(n, reporter) {
    const started = performance.now()
    const data = new Float32Array(n)
    for (let i = 0; i < n; i++) data[i] = Math.sin(i * 1e-3)
    reporter.report(String(performance.now() - started))
    return { shape: [1, 1, n], data }
  }
  export function loop(reporter) { reporter.report('started'); for (;;); }
  export function tiny() { return { shape: [1, 1, 1], data: new Float32Array(1) } }
`
const manifest = (name, parameters, progress = null) => ({
  name,
  description: '',
  return_type: 'volume',
  parameters,
  progress,
  schema: { type: 'object', properties: {} },
})
const functions = [
  manifest('fill', ['n', 'reporter'], 'reporter'),
  manifest('loop', ['reporter'], 'reporter'),
  manifest('tiny', []),
]
const samples = 50_000_000 / 4

const folder = await mkdtemp(join(tmpdir(), 'bench-pool-'))
await writeFile(join(folder, 'index.mjs'), source)
const root = new URL('../../', import.meta.url)
const core = await bundleCore()
for (const tier of ['process', 'thread']) await measure(tier)
await rm(folder, { recursive: true })

async function measure(tier) {
  const pool = await openPool(core, tier)
  const runner = pool.createRunner({ name: 'bench', hash: 'bench', folder, functions })
  await run(runner, 'tiny')
  console.log(tier, {
    tinyMilliseconds: median(await repeat(50, () => time(() => run(runner, 'tiny')))),
    ...(await measureLarge(runner)),
    ...(await measureCancel(runner)),
  })
  await pool.close()
}

async function measureLarge(runner) {
  const { fill } = await import(pathToFileURL(join(folder, 'index.mjs')).href)
  const expected = Buffer.from(fill(samples, { report: () => {} }).data.buffer)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const added = await repeat(15, async () => {
    let own = 0
    const started = performance.now()
    delay.enable()
    const { data } = await run(runner, 'fill', { n: samples }, undefined, (text) => {
      own = Number(text)
    })
    delay.disable()
    const total = performance.now() - started
    if (Buffer.compare(Buffer.from(data.buffer, data.byteOffset, data.byteLength), expected) !== 0)
      throw new Error('other bytes')
    return total - own
  })
  const worst = { worstAddedPerMegabyte: Math.max(...added) / 50, worstStallMilliseconds: delay.max / 1e6 }
  return {
    addedMillisecondsPerMegabyte: median(added) / 50,
    ...worst,
    stallP99Milliseconds: delay.percentile(99) / 1e6,
  }
}

/**
 * From the abort of an endless loop to the answer of the next run, which gets the only place when the process
 * is gone.
 */
async function measureCancel(runner) {
  const next = await repeat(25, async () => {
    const stop = new AbortController()
    let ended
    await new Promise((resolve) => {
      ended = run(runner, 'loop', {}, stop.signal, resolve).catch((error) => error)
    })
    return time(async () => {
      stop.abort()
      await ended
      await run(runner, 'tiny')
    })
  })
  return { goneAndNextServedP95Milliseconds: quantile(next, 0.95) }
}

/** Bundles what is measured, inside the repository, where tinypool is found. */
async function bundleCore() {
  const outfile = new URL('dist/bench/pool.js', root)
  const contents = `
    export { createProcessPool, createThreadPool } from './core/run/pool/tiers.ts'
    export { findWalls } from './core/run/walls/find-walls.ts'`
  await build({
    stdin: { contents, resolveDir: fileURLToPath(root), loader: 'ts' },
    outfile: fileURLToPath(outfile),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  return await import(outfile.href)
}

async function openPool({ createProcessPool, createThreadPool, findWalls }, tier) {
  const quiet = () => {}
  const create = tier === 'process' ? createProcessPool : createThreadPool
  const pool = create({
    entry: new URL(`dist/pool-${tier}.js`, root),
    folder,
    allowed: new Map(),
    findWalls: () => findWalls(new URL('dist/wall-probe.js', root), 'prefer'),
    size: 1,
    queueLimit: 10,
    resultBytes: 2 ** 30,
    heapMebibytes: 512,
    runTimeoutSeconds: 600,
    check: async () => {},
    log: { debug: quiet, info: quiet, warn: console.warn, error: console.error },
  })
  await pool.warm()
  return pool
}

function run(runner, functionName, params = {}, signal = new AbortController().signal, report = () => {}) {
  return runner.run(
    { functionName, revision: '1', params, roomId: 'bench', key: '' },
    { signal, progress: { report } },
  )
}

async function time(work) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function repeat(count, work) {
  const values = []
  for (let i = 0; i < count; i++) values.push(await work())
  return values
}

function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
}

function median(values) {
  return quantile(values, 0.5)
}
