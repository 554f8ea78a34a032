/** Limits and priority of a pool process that is ready. */
import { existsSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { call } from '../../../interface/runner-harness.ts'
import { openPool } from './pool-harness.ts'

/** Room for the 512 MiB of addresses that a worker of Node 24 takes for code. */
const heapMebibytes = 700
/** V8 counts its young generation, too; without the flag it would take 2 GiB or more. */
const mostBytes = (heapMebibytes + 256) * 2 ** 20

it.each([
  ['a pool process', 'getHeapStatistics().heap_size_limit'],
  ['a worker that a plugin starts there', 'await measureWorker()'],
])('limits the heap of %s', async (_, measure) => {
  const { addBundle } = await openPool('process', { heapMebibytes, allowed: new Map([['heap', ['worker']]]) })
  const runner = await addBundle(
    'heap',
    `
    import { getHeapStatistics } from 'node:v8'
    import { Worker } from 'node:worker_threads'
    const program = \`
      const { getHeapStatistics } = require('node:v8')
      require('node:worker_threads').parentPort.postMessage(getHeapStatistics().heap_size_limit)\`
    const measureWorker = () => new Promise((resolve, reject) =>
      new Worker(program, { eval: true }).once('message', resolve).once('error', reject))
    export const ok = async (reporter) => {
      reporter.report(String(${measure}))
      return { vertices: new Float32Array(9), indices: new Uint32Array(3) }
    }`,
  )
  const said: string[] = []
  await call(runner, 'ok', { report: (text) => said.push(text) })
  expect(Number(said[0])).toBeGreaterThan(heapMebibytes * 2 ** 20)
  expect(Number(said[0])).toBeLessThan(mostBytes)
})

it.skipIf(process.platform !== 'linux')('runs every thread of a called process below the host', async () => {
  const { addBundle } = await openPool('process', { allowed: new Map([['threads', ['fs', 'child']]]) })
  const runner = await addBundle(
    'threads',
    `
    import { spawn } from 'node:child_process'
    import { readdirSync } from 'node:fs'
    import { getPriority } from 'node:os'
    const below = (thread) => getPriority(Number(thread)) === ${belowOwn()}
    export const ok = async (reporter) => {
      const started = spawn('sleep', ['1000'])
      const list = () => [...readdirSync('/proc/self/task'), started.pid]
      reporter.report(JSON.stringify(list().map(below)))
      return { vertices: new Float32Array(9), indices: new Uint32Array(3) }
    }`,
  )
  const said: string[] = []
  await call(runner, 'ok', { report: (text) => said.push(text) })
  const found: boolean[] = JSON.parse(said[0] ?? '[]')
  expect(found.length).toBeGreaterThan(2)
  expect(new Set(found)).toEqual(new Set([true]))
})

/** Returns the priority of functions, which is below that of the host. */
function belowOwn(): number {
  return Math.min(19, getPriority() + constants.priority.PRIORITY_BELOW_NORMAL)
}

const hasSessions = existsSync('/proc/self/autogroup')
it.skipIf(!hasSessions)('runs the session of a pool process below that of the host', async () => {
  const { addBundle } = await openPool('process', { allowed: new Map([['session', ['fs']]]) })
  const runner = await addBundle(
    'session',
    `
    import { readFileSync } from 'node:fs'
    export const ok = async (reporter) => {
      reporter.report(String(/nice (-?\\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'))?.[1]))
      throw JSON.parse = new Error('the next run has a fresh process')
    }`,
  )
  const said: string[] = []
  const below = String(constants.priority.PRIORITY_BELOW_NORMAL)
  // The kernel takes ten changes a second, of the sessions of spares, too.
  for (let left = 50; left > 0 && !said.includes(below); left--)
    await call(runner, 'ok', { report: (text) => said.push(text) }).catch(() => {})
  expect(said).toContain(below)
})
