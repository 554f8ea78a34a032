/**
 * Bundles are complete in themselves: each is copied to a folder with nothing around it, imported there and
 * called.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { byteExtensions, textExtensions } from '../../build/bundle/asset-kinds.ts'
import { parseManifest } from '../../core/contract/domain/manifest.ts'
import { callBuilt, toPlugin } from './built-calls.ts'
import { createFolder, run } from './temporary-plugins.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

// (module (func (export "twice") (param i32) (result i32) local.get 0 i32.const 2 i32.mul)), assembled by
// hand.
const twice = Uint8Array.from(
  Buffer.from(
    '0061736d0100000001060160017f017f030201000709010574776963650000' + '0a09010700200041026c0b',
    'hex',
  ),
)

/** One transparent pixel. */
const pixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** How every JPEG file with a JFIF header begins. */
const jpegStart = Buffer.from('ffd8ffe000104a464946', 'hex')

/** Breaks a text as authors break a long line of a comment. */
function wrap(text: string): string {
  return text.replace(/.{60}/g, '$&\n * ')
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

test.each([
  ['pictures/part.png', 'pictures/part.png', pixelPng],
  [`data:image/png;base64,${pixelPng.toString('base64')}`, 'thumbnail-HASH.png', pixelPng],
  [`data:image/png;base64,${wrap(pixelPng.toString('base64'))}`, 'thumbnail-HASH.png', pixelPng],
  [`data:image/jpeg;base64,${jpegStart.toString('base64')}`, 'thumbnail-HASH.jpg', jpegStart],
  [
    'data:image/svg+xml;charset=utf-8,%3Csvg%20id="ä"/%3E',
    'thumbnail-HASH.svg',
    Buffer.from('<svg id="ä"/>'),
  ],
])('puts the thumbnail %s into the bundle', async (text, path, bytes) => {
  const source = createFolder({
    'plugins/part/pictures/part.png': pixelPng,
    'plugins/part/index.ts': toPlugin('', '1').replace('export', `/** @thumbnail ${text} */\nexport`),
  })
  expect(await run(join(source, 'plugins'), '--out', join(source, 'out'))).toMatchObject({
    code: 0,
    stderr: '',
  })
  const manifest = parseManifest(JSON.parse(readFileSync(join(source, 'out/part/manifest.json'), 'utf8')))
  const { thumbnail_file: file = null } = manifest.specimens[0] ?? {}
  expect(file?.replace(/-[0-9a-f]{8}/, '-HASH')).toBe(path)
  expect(readFileSync(join(source, 'out/part', file ?? ''))).toEqual(bytes)
})

test('refuses a thumbnail above 4 MiB, in a file as in its comment', async () => {
  const large = Buffer.concat([pixelPng, Buffer.alloc(4 * 2 ** 20)])
  const tags = ['part.png', `data:image/png;base64,${large.toString('base64')}`]
  for (const text of tags) {
    const source = createFolder({
      'plugins/part/part.png': large,
      'plugins/part/index.ts': toPlugin('', '1').replace('export', `/** @thumbnail ${text} */\nexport`),
    })
    const { code, stderr } = await run(join(source, 'plugins'), '--out', join(source, 'out'))
    expect(code).toBe(1)
    expect(stderr).toContain('error thumbnail.size in make')
  }
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

test('takes a file by its attribute, in build and types alike, and twice when it is imported in two ways', async () => {
  const imports = [
    "import shader from './wave.glsl' with { type: 'text' }",
    "import again from './wave.glsl'",
    "import raw from './raw.bin' with { type: 'bytes' }",
    "import values from './values.json' with { type: 'json' }",
    "import other from './notes.rtf' with { type: 'text' }",
  ]
  const text = 'const text: string = shader.concat(again, other)\nconst [first = 0]: Uint8Array = raw\n'
  const plugin = toPlugin(`${imports.join('\n')}\n${text}`, 'text.length + first + values.x')
  const folder = createFolder({
    'plugins/part/index.ts': plugin,
    'plugins/part/wave.glsl': '\u{feff}voïd',
    'plugins/part/raw.bin': Uint8Array.of(100),
    'plugins/part/values.json': '{ "x": 1000 }',
    'plugins/part/notes.rtf': 'xy',
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noEmit: true, target: 'es2023', types: [] },
        ...{ module: 'esnext', moduleResolution: 'bundler', resolveJsonModule: true },
      },
      include: ['plugins'],
    }),
    'plugins/endings.d.ts': "declare module '*.rtf' {\n  const text: string\n  export default text\n}\n",
  })
  const [source, out] = [join(folder, 'plugins'), join(folder, 'out')]
  expect(await run(source, '--out', out)).toMatchObject({ code: 0, stderr: '' })
  const module = await import(pathToFileURL(join(out, 'part/index.mjs')).href)
  expect((await module.make()).vertices[0]).toBe(4 + 4 + 2 + 100 + 1000)

  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/specimen-host'))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', folder]) // throws when it has something to say

  writeFileSync(join(source, 'part/wave.glsl'), 'more')
  expect((await run(source, '--out', out)).stdout).toMatch(/^built part/)
})

test.each([
  ["'./a.txt' with { type: 'bytes' }", 'An import of a.txt gives text', 'rename the file to .bin'],
  ["'./a.bin' with { type: 'text' }", 'An import of a.bin gives bytes', 'rename the file to .txt'],
  ["'./a.json' with { type: 'text' }", 'An import of a.json gives json', 'rename the file to .txt'],
  ["'./a.ts' with { type: 'text' }", 'gives the exports of a module', 'rename the file to .txt'],
  ["'./a.txt' with { type: 'json' }", 'An import of a.txt gives text', 'Leave the attribute out.'],
  ["'./a.txt' with { type: 'shader' }", 'The type "shader" is not known.', "with { type: 'text' }"],
  ["'./a.txt' with { as: 'text' }", 'The attribute "as" is not known.', "with { type: 'text' }"],
  ["'./latin.txt'", 'latin.txt is no text in UTF-8.', 'Save it as UTF-8'],
  ["'./long.csv'", 'long.csv has 16777217 bytes', 'rename the file to .bin'],
  ["'./a.rtf'", 'A bundle cannot hold a.rtf.', "with { type: 'text' }"],
])('refuses an import from %s at its place, with what to write', async (specifier, found, remedy) => {
  const source = createFolder({
    'plugins/part/index.ts': toPlugin(`import data from ${specifier}`, 'String(data).length'),
    ...Object.fromEntries(['txt', 'bin', 'json', 'rtf'].map((ending) => [`plugins/part/a.${ending}`, '1'])),
    'plugins/part/a.ts': 'export default 1\n',
    'plugins/part/latin.txt': Uint8Array.of(0x66, 0xfc, 0x72),
    ...(specifier.includes('long') && { 'plugins/part/long.csv': new Uint8Array(2 ** 24 + 1) }),
  })
  const { code, stderr } = await run(join(source, 'plugins'), '--out', join(source, 'out'))
  expect(code).toBe(1)
  expect(stderr).toContain('index.ts:2:')
  expect(stderr).toContain('error bundle.failed')
  expect(stderr).toContain(found)
  expect(stderr).toContain(remedy)
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
