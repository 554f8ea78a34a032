/**
 * Bundles are complete in themselves: each is copied to a folder with nothing around it, imported there and
 * called.
 */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { byteExtensions, textExtensions } from '../../build/bundle/bundle-assets.ts'
import { parseManifest } from '../../core/domain/manifest.ts'
import { createFolder, run } from './temporary-plugins.ts'

// (module (func (export "twice") (param i32) (result i32) local.get 0 i32.const 2 i32.mul)), assembled by
// hand.
const twice = Uint8Array.from(
  Buffer.from(
    '0061736d0100000001060160017f017f030201000709010574776963650000' + '0a09010700200041026c0b',
    'hex',
  ),
)

/**
 * Builds one plugin, copies its bundle elsewhere and returns what its function makes of its default
 * parameters.
 */
async function callBuilt(files: {
  readonly [path: string]: string | Uint8Array
}): Promise<{ x: number; folder: string }> {
  const source = createFolder(files)
  const { code, stderr } = await run(join(source, 'plugins'), '--out', join(source, 'out'))
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const folder = createFolder({})
  cpSync(join(source, 'out/part'), folder, { recursive: true })
  const module = (await import(pathToFileURL(join(folder, 'index.mjs')).href)) as {
    make(): Promise<{ vertices: Float32Array }>
  }
  const { vertices } = await module.make()
  return { x: vertices[0] ?? Number.NaN, folder }
}

/** A plugin whose first coordinate is the value of `expression`. */
function toPlugin(imports: string, expression: string): string {
  return `import type { Mesh } from 'specimen-host/plugin'
${imports}
export async function make(): Promise<Mesh> {
  return { vertices: new Float32Array([${expression}, 0, 0]), indices: new Uint32Array() }
}
`
}

test('runs without its packages when an ES module and a CommonJS module were bundled', async () => {
  const { x, folder } = await callBuilt({
    'plugins/part/index.ts': toPlugin(
      "import { five } from 'esm'\nimport cjs from 'cjs'",
      'five + cjs.count()',
    ),
    'node_modules/esm/package.json': '{ "name": "esm", "type": "module", "exports": "./five.js" }',
    'node_modules/esm/five.js': 'export const five = 5',
    'node_modules/cjs/package.json': '{ "name": "cjs", "main": "lib/index.js" }',
    'node_modules/cjs/lib/index.js': `
      const path = require('path')
      const { existsSync } = require('fs')
      exports.count = () => path.join('a', 'b').length + (existsSync(path.join(__dirname, 'index.mjs')) ? 10 : 0) + (__filename ? 100 : 0)`,
  })
  expect(x).toBe(5 + 3 + 10 + 100)
  expect(readdirSync(folder).sort()).toEqual(['index.mjs', 'index.mjs.map', 'manifest.json'])
})

test('runs when the plugin declares require and __dirname itself', async () => {
  const own = `import cjs from 'cjs'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
const __dirname = require('node:path').dirname(new URL(import.meta.url).pathname)`
  const { x } = await callBuilt({
    'plugins/part/index.ts': toPlugin(own, 'cjs.length + (__dirname ? 1 : 0)'),
    'node_modules/cjs/index.js': "module.exports = require('node:path').join('a', 'b')",
  })
  expect(x).toBe(4)
})

test('carries JSON, raw data and WebAssembly of the plugin when they are imported', async () => {
  const imports =
    "import data from './data.json'\nimport raw from './raw.bin'\nimport wasm from './twice.wasm'"
  const call =
    '((await WebAssembly.instantiate(wasm)).instance.exports as any).twice(data.x) + raw[1]! + (raw.buffer.byteLength === 2 ? 0.5 : 0)'
  const { x, folder } = await callBuilt({
    'plugins/part/index.ts': toPlugin(imports, call),
    'plugins/part/data.json': '{ "x": 21 }',
    'plugins/part/raw.bin': Uint8Array.of(1, 200),
    'plugins/part/twice.wasm': twice,
  })
  expect(x).toBe(42 + 200 + 0.5)
  const { files } = parseManifest(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  expect(files.map(({ path }) => path.replace(/-[0-9a-f]{8}/, '-HASH'))).toEqual([
    'index.mjs',
    'raw-HASH.bin',
    'twice-HASH.wasm',
  ])
})

test('finds the WebAssembly file of a package when its glue asks for it as Emscripten does', async () => {
  const { x, folder } = await callBuilt({
    'plugins/part/index.ts': toPlugin("import glue from 'glue'", 'await glue()'),
    'node_modules/glue/package.json': '{ "name": "glue", "type": "module", "exports": "./glue.js" }',
    'node_modules/glue/glue.wasm': twice,
    'node_modules/glue/glue.js': `
      export default async function () {
        const { createRequire } = await import('node:module')
        var require = createRequire(import.meta.url)
        const bytes = require('fs').readFileSync(new URL("glue.wasm",import.meta.url))
        return (await WebAssembly.instantiate(bytes)).instance.exports.twice(8)
      }`,
  })
  expect(x).toBe(16)
  expect(readdirSync(folder).some((name) => /^glue-[0-9a-f]{8}\.wasm$/.test(name))).toBe(true)
})

test('finds the WebAssembly file of a package when CommonJS glue looks into __dirname', async () => {
  const { x } = await callBuilt({
    'plugins/part/index.ts': toPlugin("import glue from 'glue'", 'await glue()'),
    'node_modules/glue/index.js': `
      const directory = __dirname + '/'
      module.exports = async () => {
        const bytes = require('fs').readFileSync(directory + 'glue.wasm')
        return (await WebAssembly.instantiate(bytes)).instance.exports.twice(9)
      }`,
    'node_modules/glue/glue.wasm': twice,
  })
  expect(x).toBe(18)
})

test('exports nothing but the registered functions, each under its registered name', async () => {
  const source = createFolder({
    'plugins/part.ts': `import { Mesh, type Integer } from 'specimen-host/plugin'
export const SIZE = 3
export function half(x: number): number { return x / 2 }
function make(n: Integer = SIZE): Mesh { return { vertices: new Float32Array(n * 3), indices: new Uint32Array() } }
export { make as first, make as second }
export default (n = 1): Mesh => make(n)
`,
  })
  expect(await run(join(source, 'plugins'), '--out', join(source, 'out'))).toMatchObject({
    code: 0,
    stderr: '',
  })
  const module = await import(pathToFileURL(join(source, 'out/part/index.mjs')).href)
  expect(Object.keys(module)).toEqual(['first', 'part', 'second'])
})

test('copies the thumbnail into the bundle under its path in the folder of the plugin', async () => {
  const source = createFolder({
    'plugins/part/pictures/part.png': 'a picture',
    'plugins/part/index.ts': toPlugin('', '1').replace(
      'export',
      '/** @thumbnail pictures/part.png */\nexport',
    ),
  })
  expect(await run(join(source, 'plugins'), '--out', join(source, 'out'))).toMatchObject({
    code: 0,
    stderr: '',
  })
  expect(readFileSync(join(source, 'out/part/pictures/part.png'), 'utf8')).toBe('a picture')
  expect(existsSync(join(source, 'out/part/manifest.json'))).toBe(true)
})

test('takes as data what the declarations for plugins say, and nothing else', async () => {
  const declarations = readFileSync(new URL('../../core/plugin-assets.d.ts', import.meta.url), 'utf8')
  const declared = (value: string): string[] =>
    [...declarations.matchAll(/declare module '\*(\.\w+)' \{\n {2}const (\w+)/g)].flatMap(
      ([, name = '', kind]) => (kind === value ? [name] : []),
    )
  expect(declared('text')).toEqual([...textExtensions])
  expect(declared('bytes')).toEqual([...byteExtensions])
  const text = textExtensions.map((extension, i) => `import t${i} from './data${extension}'`)
  const bytes = byteExtensions.map((extension, i) => `import b${i} from './data${extension}'`)
  const sum = [
    ...textExtensions.map((_, i) => `t${i}.trim().length`),
    ...byteExtensions.map((_, i) => `b${i}.byteLength`),
  ].join(' + ')
  const files = [...textExtensions, ...byteExtensions].map(
    (extension) => [`plugins/part/data${extension}`, 'abc'] as const,
  )
  const { x } = await callBuilt({
    'plugins/part/index.ts': toPlugin([...text, ...bytes].join('\n'), sum),
    ...Object.fromEntries(files),
  })
  expect(x).toBe(3 * (textExtensions.length + byteExtensions.length))
})

test('says how a file of another kind gets in', async () => {
  const source = createFolder({
    'plugins/part.ts': toPlugin("import data from './data.nrrd'", 'data.length'),
    'plugins/data.nrrd': 'x',
  })
  const { code, stderr } = await run(join(source, 'plugins'), '--out', join(source, 'out'))
  expect(code).toBe(1)
  expect(stderr).toContain('rename the file to .txt or .bin')
})
