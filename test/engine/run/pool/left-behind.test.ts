/** What goes on when a run has been answered, and what becomes of the process or thread that it was in. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { BundlePool } from '../../../../core/engine/run/pool/bundle-pool.ts'
import { createProcessPool, createThreadPool } from '../../../../core/engine/run/pool/tiers.ts'
import {
  call,
  createTestLog,
  makeReadableFolder,
  toFunctionManifest,
  toPoolOptions,
} from '../../../interface/runner-harness.ts'

/** Functions that return how many runs their process or thread has had, by what they leave behind. */
const leaving = {
  nothing: '',
  everythingEnded:
    'clearTimeout(setTimeout(() => {}, 1e6)); await new Promise((done) => setTimeout(done, 2))',
  interval: 'setInterval(() => {}, 1000)',
  timer: 'setTimeout(() => {}, 1e6)',
  immediates: 'const again = () => setImmediate(again); again()',
  server: 'await new Promise((done) => createServer().listen(socket, done))',
  loopingThread: "new Worker('for (;;);', { eval: true })",
  restlessThread: "new Worker('setInterval(() => {}, 1000)', { eval: true })",
  hiddenThread: "new Worker('for (;;);', { eval: true }).unref()",
} as const
const source = `
  import { createServer } from 'node:net'
  import { Worker } from 'node:worker_threads'
  const socket = '/tmp/left-behind-' + Math.random()
  let runs = 0
  ${Object.entries(leaving)
    .map(([name, body]) => {
      const result =
        'return { vertices: new Float32Array(9).fill(++runs), indices: new Uint32Array([0, 1, 2]) }'
      return `export async function ${name}() { ${body}\n ${result} }`
    })
    .join('\n')}
`

interface Opened {
  /** Runs a function; resolves with how many have run where it has. */
  readonly count: (name: keyof typeof leaving) => Promise<number | undefined>
  readonly log: ReturnType<typeof createTestLog>
  readonly pool: BundlePool
}

async function open(tier: 'process' | 'thread'): Promise<Opened> {
  const folder = makeReadableFolder()
  await writeFile(join(folder, 'index.mjs'), source)
  const log = createTestLog()
  const allowed = new Map([['leaves', ['worker', 'fs']]] as const)
  const options = toPoolOptions(tier, log, { size: 1, allowed })
  const pool = tier === 'process' ? createProcessPool(options) : createThreadPool(options)
  onTestFinished(() => pool.close())
  const functions = Object.keys(leaving).map((name) => toFunctionManifest(name, 'mesh', []))
  const runner = pool.createRunner({ name: 'leaves', source: 'leaves', hash: '1', folder, functions })
  const count = async (name: keyof typeof leaving): Promise<number | undefined> => {
    const result = await call(runner, name)
    return result.type === 'mesh' ? result.vertices[0] : undefined
  }
  return { count, log, pool }
}

const isLeft = ({ message }: { message: string }) => message.startsWith('a run left something behind')

describe.each(['process', 'thread'] as const)('a %s', (tier) => {
  test('is kept for the next run of its bundle when nothing was left behind', async () => {
    const { count, log } = await open(tier)
    const counts = [await count('nothing'), await count('everythingEnded'), await count('nothing')]
    expect(counts).toEqual([1, 2, 3])
    expect(log.entries.filter(isLeft)).toEqual([])
  })

  test.each([
    'interval',
    'timer',
    'immediates',
    'server',
    'loopingThread',
    'restlessThread',
    'hiddenThread',
  ] as const)('is ended with its run when that has left behind: %s', async (name) => {
    const { count, log } = await open(tier)
    expect([await count('nothing'), await count(name), await count('nothing')]).toEqual([1, 2, 1])
    expect(log.entries.filter(isLeft)).toHaveLength(1)
  })
})
