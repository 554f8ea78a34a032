/** What a pool process has when it is ready, of what its start takes off or has not yet. */
import { existsSync, readdirSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { call } from '../../contract/runner-harness.ts'
import { openPool } from './pool-harness.ts'

/** Room for the 512 MiB of addresses that a worker of Node 24 takes for code. */
const heapMebibytes = 700
/** V8 counts its young generation, too; without the flag it would take 2 GiB or more. */
const mostBytes = (heapMebibytes + 256) * 2 ** 20

it.each([
  ['a pool process', 'getHeapStatistics().heap_size_limit'],
  ['a worker that a plugin starts there', 'await measureWorker()'],
])('limits the heap of %s, where the flag was taken off for its start', async (_, measure) => {
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
    import { setTimeout } from 'node:timers/promises'
    const below = (thread) => getPriority(Number(thread)) === ${belowOwn()}
    export const ok = async (reporter) => {
      const started = spawn('sleep', ['1000'])
      const list = () => [...readdirSync('/proc/self/task'), started.pid]
      for (let left = 300; left > 0 && !list().every(below); left--) await setTimeout(100)
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

/** Returns the priority of functions, which is at most that of the host. */
function belowOwn(): number {
  const own = readdirSync('/proc/self/task').map((thread) => getPriority(Number(thread)))
  return Math.max(...own, constants.priority.PRIORITY_BELOW_NORMAL)
}

const hasSessions = existsSync('/proc/self/autogroup')
it.skipIf(!hasSessions)('runs the session of a pool process below that of the host', async () => {
  const { addBundle } = await openPool('process', { allowed: new Map([['session', ['fs']]]) })
  const runner = await addBundle(
    'session',
    `
    import { readFileSync } from 'node:fs'
    import { setTimeout } from 'node:timers/promises'
    const read = () => Number(/nice (-?\\d+)/.exec(readFileSync('/proc/self/autogroup', 'utf8'))?.[1])
    export const ok = async (reporter) => {
      // The kernel takes ten changes a second of whoever is not its administrator.
      for (let left = 300; left > 0 && read() === 0; left--) await setTimeout(100)
      reporter.report(String(read()))
      return { vertices: new Float32Array(9), indices: new Uint32Array(3) }
    }`,
  )
  const said: string[] = []
  await call(runner, 'ok', { report: (text) => said.push(text) })
  expect(said).toEqual([String(constants.priority.PRIORITY_BELOW_NORMAL)])
})
