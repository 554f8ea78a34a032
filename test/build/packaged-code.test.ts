/**
 * Code of packages and of authors that means one thing to Node and TypeScript, and another to a bundler that joins
 * modules: what a bundle computes is what they say, or the build tells it.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { toPlugin } from './built-calls.ts'
import { createFolder, run } from './temporary-plugins.ts'

// (module (func (export "f") (result i32) i32.const 42)), assembled by hand.
const answer = Uint8Array.from(
  Buffer.from('0061736d010000000105016000017f0302010007050101660000' + '0a06010400412a0b', 'hex'),
)

/** Passes its argument to the function `add` of a module of this name, and exports that as `run`; by hand. */
function callOutside(module: string): Uint8Array {
  const name = Buffer.from(module)
  const content = [1, name.length, ...name, 3, ...Buffer.from('add'), 0, 0]
  const [head, type] = ['0061736d01000000', '01060160017f017f'].map((hex) => Buffer.from(hex, 'hex'))
  const rest = Buffer.from('03020100' + '0707010372756e0001' + '0a0801060020' + '0010000b', 'hex')
  return Uint8Array.from([...(head ?? []), ...(type ?? []), 2, content.length, ...content, ...rest])
}

/** A constant global `c` of 7 and a variable `v` of 5, by hand. */
const globals = Uint8Array.from(
  Buffer.from('0061736d01000000' + '060b027f0041070b7f0141050b' + '0709020163030001760301', 'hex'),
)

const esm = (name: string): string => `{ "name": "${name}", "type": "module", "exports": "./index.js" }`
const declared = 'Object.defineProperty(exports, "__esModule", { value: true })\n'

const packages: { readonly [path: string]: string | Uint8Array } = {
  'answered/package.json': esm('answered'),
  'answered/index.js': "import * as wasm from './answer.wasm'\nexport const get = () => wasm.f()",
  'answered/answer.wasm': answer,
  'bound/package.json': esm('bound'),
  'bound/index.js': `import * as wasm from './bound_bg.wasm'
import { set } from './bound_bg.js'
set(wasm)
export * from './bound_bg.js'`,
  'bound/bound_bg.js': `let wasm
export function set(value) { wasm = value }
export function add(n) { return 20 + n }
export const get = () => wasm.run(1)`,
  'bound/bound_bg.wasm': callOutside('./bound_bg.js'),
  'circle/package.json': esm('circle'),
  'circle/index.js': "export { get } from './circle_bg.js'",
  'circle/circle_bg.js': `import * as wasm from './circle_bg.wasm'
export function add(n) { return 30 + n }
export const get = () => wasm.run(1)`,
  'circle/circle_bg.wasm': callOutside('./circle_bg.js'),
  'all/package.json': esm('all'),
  'all/index.js': "export * from './globals.wasm'\nexport { default } from './globals.wasm'",
  'all/globals.wasm': globals,
  'glued/package.json': esm('glued'),
  'glued/index.js': `import bytes from './glue.wasm'
const { instance } = await WebAssembly.instantiate(bytes, { env: { add: (n) => n + 40 } })
export const get = () => instance.exports.run(1)`,
  'glued/glue.wasm': callOutside('env'),
  'marked/index.js': `${declared}exports.default = (r) => r * r\nexports.side = 4`,
  'plain/index.js': 'module.exports = (r) => 2 * r\nmodule.exports.side = 5',
  'nodeish/package.json': esm('nodeish'),
  'nodeish/index.js': "import marked from 'marked'\nexport const get = () => marked.default(2)",
  'resolved/package.json': esm('resolved'),
  'resolved/index.js': `import { readFile } from 'node:fs/promises'
export const get = async () => JSON.parse(await readFile(new URL(import.meta.resolve('./data.json')), 'utf8')).n`,
  'resolved/data.json': '{ "n": 5 }',
  'required/index.js': `const { readFileSync } = require('fs')
const load = require
exports.get = () => Number(readFileSync(require.resolve('./data.txt'), 'utf8')) + load('./more.js')
  + Number(readFileSync(load.resolve('resolved-data/n.txt'), 'utf8'))`,
  'required/data.txt': '6',
  'required/more.js': 'module.exports = 10',
  'resolved-data/package.json': '{ "name": "resolved-data" }',
  'resolved-data/n.txt': '100',
  'loose/index.js': `exports.get = function () {
  total = 3
  for (step = 0; step < 2; step++) total += step
  for (key in { a: 1 }) total += key.length
  return total
}`,
  'global/index.js': `(function () { this.areaOfTests = 8; (() => { this.areaOfTests += 1 })() })()
!function () { 'use strict'; if (this !== undefined) throw new Error('strict code has no this') }()
exports.get = function () { return areaOfTests + (this === exports ? 100 : 0) }`,
  'strict/index.js': `'use strict'
exports.get = () => { try { undeclaredHere = 1 } catch { return 1 } return 2 }`,
  'registry/package.json':
    '{ "name": "registry", "type": "module", "sideEffects": false, "exports": { ".": "./index.js", "./sphere": "./sphere.js" } }',
  'registry/index.js': 'export const kinds = new Map()',
  'registry/sphere.js': "import { kinds } from './index.js'\nkinds.set('sphere', 7)",
}

/** Packages as files, each with a package.json; without one of its own, of CommonJS. */
function install(files: { readonly [path: string]: string | Uint8Array }): {
  readonly [path: string]: string | Uint8Array
} {
  const names = Object.keys(files).map((path) => path.split('/')[0] ?? '')
  const usual = names.map((name) => [`${name}/package.json`, `{ "name": "${name}" }`])
  const all: typeof files = { ...Object.fromEntries(usual), ...files }
  const entries = Object.entries(all).map(([path, text]): [string, string | Uint8Array] => [
    `node_modules/${path}`,
    text,
  ])
  return Object.fromEntries(entries)
}

/** A plugin whose function is called as the plugin is. */
function toNamed(name: string, imports: string, expression: string): string {
  return toPlugin(imports, expression).replace(' make(', ` ${toFunction(name)}(`)
}

function toFunction(name: string): string {
  return name.replaceAll('-', '_')
}

const shapes = (kind: string): string => `export class Shape { kind = ${kind} }
export class Ball extends Shape { static made = new Map([[this.name, ${kind}]]) }
export class Named { static name = 'own' }
export class Told { static get name() { return 'told' } }
export function make() { return ${kind} }
export const turn = (x: number) => x
export const Box = class { x = ${kind} }
export const list = () =>
  [Shape, Ball, Named, Told, make, turn, Box].map((each) => each.name).concat(...Ball.made.keys()).join()
`
const eight = "'Shape,Ball,own,told,make,turn,Box,Ball'"

/** Rows of a plugin: its imports, the value that it computes, and that value by Node and TypeScript. */
const rows: readonly (readonly [name: string, imports: string, expression: string, value: number])[] = [
  ['wasm-of-package', "import { get } from 'answered'", 'get()', 42],
  ['wasm-passed-on', "import { get } from 'bound'", 'get()', 21],
  ['wasm-in-a-circle', "import { get } from 'circle'", 'get()', 31],
  ['wasm-globals', "import bytes, { c, v } from 'all'", 'c + v + (bytes[0] === 0 ? 100 : 0)', 112],
  ['wasm-bytes', "import { get } from 'glued'", 'get()', 41],
  ['wasm-own', "import bytes, { f } from './lib/answer.wasm'", 'f() + bytes.length', 42 + answer.length],
  ['wasm-late', '', "(await import('./lib/answer.wasm')).f()", 42],
  ['marked-default', "import area from 'marked'", 'area(3)', 9],
  ['marked-space', "import * as all from 'marked'", 'all.default(3) + all.side', 13],
  ['marked-late', '', "(await import('marked')).default(3)", 9],
  ['marked-in-lib', "import { three } from './lib/three.ts'", 'three', 9],
  ['marked-in-package', "import { get } from 'nodeish'", 'get()', 4],
  ['plain-default', "import area, { side } from 'plain'", 'area(3) + side', 11],
  ['resolved', "import { get } from 'resolved'", 'await get()', 5],
  ['required', "import { get } from 'required'", 'get()', 116],
  [
    'resolved-own',
    "import { readFileSync } from 'node:fs'",
    "Number(readFileSync(new URL(import.meta.resolve('./lib/n.txt')), 'utf8'))",
    9,
  ],
  ['loose', "import { get } from 'loose'", 'get()', 5],
  ['global', "import all from 'global'", 'all.get()', 109],
  ['strict', "import { get } from 'strict'", 'get()', 1],
  ['registered', "import 'registry/sphere'\nimport { kinds } from 'registry'", "kinds.get('sphere')", 7],
  [
    'names',
    "import * as one from './lib/one.ts'\nimport * as two from './lib/two.ts'",
    `(one.list() === ${eight} ? 1 : 0) + (two.list() === ${eight} ? 2 : 0)`,
    3,
  ],
]

let out = ''
beforeAll(async () => {
  const source = createFolder({
    'package.json': '{ "name": "cases", "version": "1.0.0", "type": "module" }',
    ...Object.fromEntries(
      rows.map(([name, ...text]) => [`plugins/${name}.ts`, toNamed(name, text[0], text[1])]),
    ),
    ...install(packages),
    'plugins/lib/answer.wasm': answer,
    'plugins/lib/n.txt': '9',
    'plugins/lib/three.ts': "import area from 'marked'\nexport const three = area(3)",
    'plugins/lib/one.ts': shapes('1'),
    'plugins/lib/two.ts': shapes('2'),
  })
  expect(await run(join(source, 'plugins'), '--out', join(source, 'out'))).toMatchObject({
    code: 0,
    stderr: '',
  })
  out = createFolder({})
  cpSync(join(source, 'out'), out, { recursive: true })
})

test.each(rows)('%s computes what Node and TypeScript say', async (name, _imports, _expression, value) => {
  const functions = (await import(pathToFileURL(join(out, name, 'index.mjs')).href)) as {
    readonly [name: string]: () => Promise<{ vertices: Float32Array }>
  }
  expect((await functions[toFunction(name)]?.())?.vertices[0]).toBe(value)
})

describe('the build tells', () => {
  const told: readonly (readonly [
    name: string,
    imports: string,
    files: { readonly [path: string]: string | Uint8Array },
    words: readonly string[],
  ])[] = [
    [
      'asks',
      "import { run } from 'asks'\nrun()",
      {
        'asks/package.json': esm('asks'),
        'asks/index.js': "import * as wasm from './asks.wasm'\nexport const run = () => wasm.run(1)",
        'asks/asks.wasm': callOutside('env'),
      },
      ['asks.wasm is imported as a module', 'the module "env"', 'Take another entry of asks'],
    ],
    [
      'broken',
      "import * as wasm from 'broken'\nconsole.log(wasm)",
      {
        'broken/package.json': esm('broken'),
        'broken/index.js': "export * from './broken.wasm'",
        'broken/broken.wasm': 'text',
      },
      ['broken.wasm is no WebAssembly module', 'import bytes from'],
    ],
    [
      'lacks',
      "import { readMesh } from 'lacks'\nreadMesh()",
      {
        'lacks/package.json':
          '{ "name": "lacks", "type": "module", "exports": { "node": "./node.js", "default": "./all.js" } }',
        'lacks/node.js': 'export const readMeshNode = () => 1\nexport const other = 2',
        'lacks/all.js': 'export const readMesh = () => 1',
      },
      ['lacks gives Node the file node.js', 'it exports readMeshNode, other'],
    ],
    [
      'member',
      "import { g } from 'member/answer.wasm'\ng()",
      { 'member/answer.wasm': answer, 'member/package.json': '{ "name": "member" }' },
      ['Import what it exports (f)', "import bytes from './answer.wasm'"],
    ],
    [
      'deleting',
      "import { get } from 'deleting'\nget()",
      { 'deleting/index.js': 'var a = 1\nexports.get = () => delete a' },
      ['It is code of the package deleting', 'another package'],
    ],
    [
      'beside',
      "import { get } from 'beside'\nget()",
      {
        'beside/index.js':
          "exports.get = () => require('path').dirname(require.resolve('beside/package.json'))",
        'beside/package.json': '{ "name": "beside" }',
      },
      ['The package beside reaches a file or module that only a run knows', 'specimen check --run'],
    ],
    [
      'named',
      "import { get } from 'named'\nget('a')",
      {
        'named/package.json': esm('named'),
        'named/index.js': 'export const get = (name) => import.meta.resolve(name)',
      },
      ['The package named reaches a file or module that only a run knows'],
    ],
    [
      'aliased',
      "import { get } from 'aliased'\nget('a')",
      { 'aliased/index.js': 'var load = require\nexports.get = (name) => load(name)' },
      ['The package aliased reaches a file or module that only a run knows'],
    ],
  ]
  const lines = new Map<string, string>()
  beforeAll(async () => {
    const files = Object.assign({}, ...told.map(([, , each]) => each))
    const source = createFolder({
      ...Object.fromEntries(
        told.map(([name, imports]) => [`plugins/${name}.ts`, toNamed(name, imports, '1')]),
      ),
      ...install(files),
    })
    const { stderr } = await run(join(source, 'plugins'), '--out', join(source, 'out'))
    for (const part of stderr.split(/\n\n/)) {
      const [, name = ''] = /plugins\/(\w+)\.ts|node_modules\/(\w+)\//.exec(part)?.filter(Boolean) ?? []
      lines.set(name, `${lines.get(name) ?? ''}${part.replace(/\s+/g, ' ')}`)
    }
  })

  test.each(told)('of %s what will fail, with what helps', (name, _imports, _files, words) => {
    for (const each of words) expect(lines.get(name)).toContain(each)
  })
})
