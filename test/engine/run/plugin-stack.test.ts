/**
 * Where a plugin failed, as the log shows it: the lines of its sources, through a build, a load and both
 * tiers.
 */
import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { BundleCopies } from '../../../core/engine/functions/bundle-copies.ts'
import { loadBundles } from '../../../core/engine/functions/load-bundles.ts'
import { createPrivateFolder } from '../../../core/engine/functions/private-folder.ts'
import { createInlineRunner } from '../../../core/engine/run/inline-runner.ts'
import { createProcessPool, createThreadPool } from '../../../core/engine/run/pool/tiers.ts'
import type { Runner } from '../../../core/engine/run/runner.ts'
import { isRoot, nobody } from '../../../core/engine/run/walls/walls.ts'
import { addFiles, createFolder, run } from '../../build/temporary-plugins.ts'
import { call, createTestLog, fail, toPoolOptions } from '../../interface/runner-harness.ts'

const tiers = ['process', 'thread'] as const
type Tier = (typeof tiers)[number]

const wave = `import type { Mesh } from 'specimen-host/plugin'
import { deep } from 'thing'
import { check } from '../shared/100% ä.ts'

type Mode = 'plain' | 'wrapped' | 'timer' | 'printed' | 'controls'
export function wave(size = 1, mode: Mode = 'plain'): Mesh {
  if (mode === 'timer') setTimeout(() => check({ size }), 1)
  if (mode === 'controls') throw new Error('red \\u001b[31m \\u009b2J')
  try {
    deep(() => check({ size }))
  } catch (error) {
    if (mode === 'wrapped') throw new Error('the wave broke', { cause: error })
    if (mode === 'printed') console.error('oh', error)
    else throw error
  }
  return { vertices: new Float32Array([size, 0, 0]), indices: new Uint32Array() }
}
`
const sources = {
  'plugins/wave/index.ts': wave,
  'plugins/shared/100% ä.ts': `// A comment.
export interface Box { readonly size: number }

export function check(box: Box): void {
  if (box.size < 0) throw new RangeError(\`the size \${box.size} is below zero\`)
}
`,
  'plugins/late.ts': `import type { Mesh } from 'specimen-host/plugin'
const table: { [name: string]: number[] } = {}

const first = table['none']!.length
export function late(size = 1): Mesh {
  return { vertices: new Float32Array([size, first, 0]), indices: new Uint32Array() }
}
`,
  'plugins/ring.ts': `import type { Mesh } from 'specimen-host/plugin'

export function ring({ size = 1 }: { size?: number } = {}): Mesh {
  if (size < 0) throw new RangeError('below zero')
  return { vertices: new Float32Array([size, 0, 0]), indices: new Uint32Array() }
}
`,
  'node_modules/thing/index.js':
    "const path = require('path')\nexports.deep = (f) => [1].map(() => f(path.sep))\n",
}
const frames = [
  '    at check (shared/100% ä.ts:5:27)',
  '    at wave/index.ts:10:16',
  '    at node_modules/thing/index.js:2:37',
  '    at Array.map (<anonymous>)',
  '    at exports.deep (node_modules/thing/index.js:2:27)',
  '    at wave (wave/index.ts:10:5)',
]

interface Opened {
  readonly folder: string
  readonly runner: (name: string) => Runner
  readonly log: ReturnType<typeof createTestLog>
  readonly reload: () => Promise<{ [name: string]: string }>
}

let built = ''
beforeAll(async () => {
  built = createFolder(sources)
  expect(await run(join(built, 'plugins'), '--out', join(built, 'out'))).toMatchObject({
    code: 0,
    stderr: '',
  })
})

/** Copies the built plugins and loads their bundles into a pool. */
async function open(tier: Tier): Promise<Opened> {
  const folder = createFolder({ 'private/here.txt': '' })
  cpSync(built, folder, { recursive: true })
  const log = createTestLog()
  const privateFolder = await createPrivateFolder({
    now: Date.now,
    log,
    parent: join(folder, 'private'),
    readers: isRoot() ? nobody : undefined,
  })
  onTestFinished(() => privateFolder.close())
  const copies = new BundleCopies(privateFolder, log)
  const pool =
    tier === 'process'
      ? createProcessPool(toPoolOptions(tier, log, { folder: privateFolder.path }))
      : createThreadPool(toPoolOptions(tier, log))
  onTestFinished(() => pool.close())
  const runners = new Map<string, Runner>()
  const reload = async (): Promise<{ [name: string]: string }> => {
    const { bundles, errors } = await loadBundles(
      { path: join(folder, 'out'), followLinks: false, isOptional: false },
      { copies, signers: null, before: [], keepsBroken: false },
    )
    expect(errors).toEqual([])
    for (const bundle of bundles) runners.set(bundle.name, pool.createRunner(bundle))
    return Object.fromEntries(bundles.map(({ name, hash }) => [name, hash]))
  }
  await reload()
  const runner = (name: string): Runner => runners.get(name) ?? expect.fail(`no bundle ${name}`)
  return { folder, runner, log, reload }
}

async function failWith(
  runner: Runner,
  name: string,
  params: { [name: string]: string | number },
): Promise<string> {
  const { cause } = await fail(runner, name, { params })
  return cause instanceof Error ? (cause.stack ?? '') : ''
}

describe.each(tiers)('%s pool', (tier) => {
  test('names the lines of the sources, and no frame of the host, when a function throws', async () => {
    const { runner } = await open(tier)
    const stack = await failWith(runner('wave'), 'wave', { size: -1, mode: 'plain' })
    expect(stack.split('\n')).toEqual(['RangeError: the size -1 is below zero', ...frames])
  })

  test('shows the author’s function alone when it destructures its parameter', async () => {
    const { runner } = await open(tier)
    const stack = await failWith(runner('ring'), 'ring', { size: -1 })
    expect(stack.split('\n')).toEqual(['RangeError: below zero', '    at ring (ring.ts:4:23)'])
  })

  test('shows the causes of what was thrown', async () => {
    const { runner } = await open(tier)
    const stack = await failWith(runner('wave'), 'wave', { size: -2, mode: 'wrapped' })
    const wrapped = [
      'Error: the wave broke',
      '    at wave (wave/index.ts:12:35)',
      '  caused by: RangeError: the size -2 is below zero',
    ]
    expect(stack.split('\n')).toEqual([...wrapped, ...frames])
  })

  test('names the line when the module throws while it loads', async () => {
    const { runner } = await open(tier)
    const stack = await failWith(runner('late'), 'late', { size: 1 })
    expect(stack).toMatch(
      /^Error: The bundle did not load: .*\n {2}caused by: TypeError: .*\n {4}at late\.ts:4:30$/,
    )
  })

  test('shows the same of an error that a function prints, and of one that a timer throws', async () => {
    const { runner, log } = await open(tier)
    await call(runner('wave'), 'wave', { params: { size: -3, mode: 'printed' } })
    const printed = log.entries.find(({ message }) => message === 'plugin output')
    expect(printed?.fields).toMatchObject({ function: 'wave', bundle: 'wave' })
    expect(printed?.fields).toHaveProperty(
      'output',
      ['oh RangeError: the size -3 is below zero', ...frames, ''].join('\n'),
    )
    const stack = await failWith(runner('wave'), 'wave', { size: -4, mode: 'timer' })
    expect(stack).toContain('    at check (shared/100% ä.ts:5:27)\n')
  })

  test('writes control characters out', async () => {
    const { runner } = await open(tier)
    const stack = await failWith(runner('wave'), 'wave', { size: 1, mode: 'controls' })
    expect(stack.split('\n')[0]).toBe('Error: red \\u001b[31m \\u009b2J')
  })

  test('takes the lines of the newest sources when only a comment has changed', async () => {
    const { folder, runner, reload } = await open(tier)
    const before = await reload()
    await failWith(runner('wave'), 'wave', { size: -1, mode: 'plain' })
    addFiles(folder, { 'plugins/wave/index.ts': `// A comment.\n${wave}` })
    expect(await run(join(folder, 'plugins'), '--out', join(folder, 'out'))).toMatchObject({
      code: 0,
      stderr: '',
    })
    expect(await reload()).toEqual(before)
    expect(await failWith(runner('wave'), 'wave', { size: -1, mode: 'plain' })).toContain(
      '    at wave (wave/index.ts:11:5)',
    )
  })

  test('names lines of the module when the map is missing, cut off, or of another module', async () => {
    const { folder, runner, reload } = await open(tier)
    const map = join(folder, 'out/wave/index.mjs.map')
    rmSync(map)
    const inModule = /^RangeError: .*\n {4}at check \(index\.mjs:\d+:\d+\)\n/
    for (const spoil of [
      () => undefined,
      () => copyFileSync(join(folder, 'out/late/index.mjs.map'), map),
      () => writeFileSync(map, 'no map'),
    ]) {
      spoil()
      await reload()
      expect(await failWith(runner('wave'), 'wave', { size: -1, mode: 'plain' })).toMatch(inModule)
    }
    copyFileSync(join(built, 'out/wave/index.mjs.map'), map)
    await reload()
    expect(await failWith(runner('wave'), 'wave', { size: -1, mode: 'plain' })).toContain(
      '    at wave (wave/index.ts:10:5)',
    )
  })
})

test('names the place, and no frame of the host, when a function in code throws', async () => {
  const options = {
    returnType: 'mesh',
    parameters: [],
    progress: null,
    check: async () => {},
    log: createTestLog(),
  } as const
  const runner = createInlineRunner(
    () => {
      throw new RangeError('no luck')
    },
    { ...options, runTimeoutSeconds: 10 },
  )
  const stack = await failWith(runner, 'inline', {})
  expect(stack).toMatch(/^RangeError: no luck\n {4}at .*plugin-stack\.test\.ts/)
  expect(stack).not.toMatch(/inline-runner|node:/)
})
