/** The files that modules reach when they run are in the bundle, or told at its place when it is built. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callBuilt, toPlugin } from './built-calls.ts'
import { addFiles, createFolder, run } from './temporary-plugins.ts'

const files = "import { readFileSync } from 'node:fs'\nimport { dirname, join } from 'node:path'"
const paths = "import { fileURLToPath } from 'node:url'"
const text = (place: string): string => `Number(readFileSync(${place}, 'utf8'))`

/** Rows of a place in a plugin and the file there, whose text is 7. */
const reached: readonly (readonly [place: string, file: string])[] = [
  ["new URL('./table.csv', import.meta.url)", 'table.csv'],
  ['new URL(`table.csv`, import.meta.url)', 'table.csv'],
  ["new URL('./scan%231.csv', import.meta.url)", 'scan#1.csv'],
  ["new URL('./scan%20100%25.csv', import.meta.url)", 'scan 100%.csv'],
  ["new URL('./scan one.csv', import.meta.url)", 'scan one.csv'],
  ["new URL('./a%2541.csv', import.meta.url)", 'a%41.csv'],
  ["new URL('./table.csv?v=1', import.meta.url)", 'table.csv'],
  ["new URL('./ü/ä.csv', import.meta.url)", 'ü/ä.csv'],
  ["fileURLToPath(new URL('../data/table.csv', import.meta.url))", '../data/table.csv'],
  ["join(import.meta.dirname, 'table.csv')", 'table.csv'],
  ["join(import.meta.dirname!, '..', 'data', 'table.csv')", '../data/table.csv'],
  ["import.meta.dirname + '/table.csv'", 'table.csv'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a plugin
  ['`${import.meta.dirname}/scan#1.csv`', 'scan#1.csv'],
  ["join(dirname(fileURLToPath(import.meta.url)), 'table.csv')", 'table.csv'],
  ["join(fileURLToPath(new URL('.', import.meta.url)), 'table.csv')", 'table.csv'],
  ['join(here, name)', 'table.csv'],
]

test.each(reached)('bundles the file of %s', async (place, file) => {
  const head = `${files}\n${paths}\nconst here = dirname(fileURLToPath(import.meta.url))\nconst name = 'table.csv'`
  const { x } = await callBuilt({
    'plugins/part/index.ts': toPlugin(head, text(place)),
    [join('plugins/part', file)]: '7',
  })
  expect(x).toBe(7)
})

test.each(['scan#1.bin', 'scan 100%.bin', 'a%41.bin', "it's.bin", 'a?b.bin', 'ü.bin'])(
  'bundles an import of the file %s',
  async (name) => {
    const { x } = await callBuilt({
      'plugins/part/index.ts': toPlugin(`import raw from ${JSON.stringify(`./${name}`)}`, 'raw.length'),
      [`plugins/part/${name}`]: 'seven b',
    })
    expect(x).toBe(7)
  },
)

test.each([
  ["path.join(__dirname, 'sizes.csv')"],
  ["path.resolve(__dirname, '../lib/sizes.csv')"],
  ["path.join(path.dirname(__filename), 'sizes.csv')"],
  ["__dirname + '/sizes.csv'"],
  ["path.join(root, 'lib', 'sizes.csv')"],
])('bundles the file of %s in a CommonJS package', async (place) => {
  const { x } = await callBuilt({
    'plugins/part/index.ts': toPlugin("import sizes from 'sizes'", 'sizes()'),
    'node_modules/sizes/package.json': '{ "name": "sizes", "main": "lib/index.js" }',
    'node_modules/sizes/lib/index.js': `const path = require('path')
const root = path.join(__dirname, '..')
module.exports = () => Number(require('fs').readFileSync(${place}, 'utf8'))`,
    'node_modules/sizes/lib/sizes.csv': '7',
  })
  expect(x).toBe(7)
})

describe('threads', () => {
  const start = (place: string): string =>
    `await new Promise<number>((resolve, reject) => new Worker(${place}, { workerData: 3 }).once('message', resolve).once('error', reject))`
  const task = `import { parentPort, workerData } from 'node:worker_threads'
import { double } from './double.ts'
parentPort!.postMessage(double(workerData as number) + 1)`
  const double = 'export const double = (value: number): number => value * 2'
  const head = "import { Worker } from 'node:worker_threads'\nimport { join } from 'node:path'"

  test.each([["new URL('./task.ts', import.meta.url)"], ["join(import.meta.dirname!, 'task.ts')"]])(
    'bundles the module of %s as an entry of its own',
    async (place) => {
      const { x, folder } = await callBuilt({
        'plugins/part/index.ts': toPlugin(head, start(place)),
        'plugins/part/task.ts': task,
        'plugins/part/double.ts': double,
      })
      expect(x).toBe(7)
      expect(readdirSync(folder).some((name) => /^task-[0-9a-f]{8}\.mjs$/.test(name))).toBe(true)
    },
  )

  test('bundles a worker that starts another, and one that starts itself', async () => {
    const { x } = await callBuilt({
      'plugins/part/index.ts': toPlugin(head, start("new URL('./outer.ts', import.meta.url)")),
      'plugins/part/outer.ts': `import { parentPort, Worker, workerData } from 'node:worker_threads'
const self = new URL('./outer.ts', import.meta.url)
const next = workerData > 1 ? self : new URL('./task.ts', import.meta.url)
new Worker(next, { workerData: workerData - 1 }).once('message', (value: number) => parentPort!.postMessage(value + 2))`,
      'plugins/part/task.ts': task,
      'plugins/part/double.ts': double,
    })
    expect(x).toBe(1 + 3 * 2)
  })

  test('bundles the worker of a package', async () => {
    const { x } = await callBuilt({
      'plugins/part/index.ts': toPlugin("import pool from 'pool'", 'await pool()'),
      'node_modules/pool/index.js': `const { Worker } = require('worker_threads')
module.exports = () => new Promise((resolve) => new Worker(__dirname + '/worker.js').once('message', resolve))`,
      'node_modules/pool/worker.js': "require('worker_threads').parentPort.postMessage(require('./seven'))",
      'node_modules/pool/seven.js': 'module.exports = 7',
    })
    expect(x).toBe(7)
  })

  test('tells errors in the module of a thread at their place', async () => {
    const folder = createFolder({
      'plugins/part/index.ts': toPlugin(head, start("new URL('./task.ts', import.meta.url)")),
      'plugins/part/task.ts': "import './gone.ts'",
    })
    const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
    expect(code).toBe(1)
    expect(stderr).toMatch(/task\.ts:1:8 error.*\n *Could not resolve "\.\/gone\.ts"/)
  })
})

test.each([
  ["new URL('./gone.bin', import.meta.url)", 'leads to no file', 'Correct it'],
  ["new URL('./scan#1.csv', import.meta.url)", 'leads to no file', '%23'],
  ["new URL('./100%.csv', import.meta.url)", 'leads to no file', '%25'],
  ["join(import.meta.dirname!, 'gone.csv')", 'leads to no file', 'Correct it'],
  ["new URL('./data', import.meta.url)", 'is a folder', 'Name each file'],
  ["join(import.meta.dirname!, 'data')", 'is a folder', 'Name each file'],
  ['join(import.meta.dirname!, String(x))', 'only when it runs', 'Name each file'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a plugin
  ['new URL(`./${x}.csv`, import.meta.url)', 'only when it runs', 'Name each file'],
  ['await import(String(x))', 'names a module only when it runs', "import('./parts/' + name + '.ts')"],
  ["createRequire(import.meta.url)('./conf.json')", 'loaded by Node', "from './conf.json'"],
  ["load('./conf.json')", 'loaded by Node', "from './conf.json'"],
  ["load.resolve('left-pad')", 'loaded by Node', "from 'left-pad'"],
  [
    "new Worker('./task.ts')",
    'begins at the folder in which the host runs',
    "new URL('./task.ts', import.meta.url)",
  ],
])('tells that the bundle lacks what %s reaches', async (place, found, remedy) => {
  const folder = createFolder({
    'plugins/part/index.ts': `import type { Mesh } from 'specimen-host/plugin'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
const load = createRequire(import.meta.url)
export async function part(x = 1): Promise<Mesh> {
  console.log(load('node:path'), ${place})
  return { vertices: new Float32Array(3), indices: new Uint32Array() }
}
`,
    'plugins/part/data/a.csv': '7',
    'plugins/part/conf.json': '{}',
    'plugins/part/scan#1.csv': '7',
    'plugins/part/100%.csv': '7',
  })
  const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(stderr).toContain('part/index.ts:7:')
  expect(stderr).toContain(found)
  expect(stderr).toContain(remedy)
  expect(stderr.match(/bundle\.warning/g)).toHaveLength(1)
  expect(code).toBe(0)
})

test('tells once that a package reaches modules that only a run knows', async () => {
  const folder = createFolder({
    'plugins/part/index.ts': toPlugin("import kit from '@lab/kit'", 'await kit(1)'),
    'node_modules/@lab/kit/index.js': `module.exports = async (a) => {
  const other = await import(/* webpackIgnore: true */ String(a))
  return require('path').join(__dirname, a) + require(a) + other
}`,
  })
  const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(stderr).toContain('The package @lab/kit reaches a file or module that only a run knows')
  expect(stderr).toContain('`import(/* webpackIgnore: true */ String(a))` (the first of 3 such places)')
  expect(stderr.match(/bundle\.warning/g)).toHaveLength(1)
  expect(code).toBe(0)
})

test('takes the names in a folder as inputs when an import is computed', async () => {
  const folder = createFolder({
    'plugins/part/index.ts': toPlugin(
      '',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: code of a plugin
      "(await import(`./parts/${['sub', 'cone'].join('/')}.ts`).catch(() => ({ size: 1 }))).size",
    ),
    'plugins/part/parts/box.ts': 'export const size = 2',
  })
  const build = async (): Promise<string> => {
    const { stdout } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
    return stdout
  }
  await build()
  expect(await build()).toContain('same')
  addFiles(folder, { 'plugins/part/parts/sub/cone.ts': 'export const size = 5' })
  expect(await build()).toContain('built')
  expect(await build()).toContain('same')
  addFiles(folder, { 'plugins/part/parts/sub/cube.ts': 'export const size = 6' })
  expect(await build()).toContain('built')
})
