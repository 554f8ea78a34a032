/** The same source gives the same bytes: wherever it lies, whoever builds it, in whatever company. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { buildPlugins } from '../../build/build-plugins.ts'
import { discoverPlugins } from '../../build/files/discover.ts'
import { createReader } from '../../build/read/read-sources.ts'
import { parseManifest } from '../../core/contract/domain/manifest.ts'
import { addFiles, ball, createFolder, sdkFile } from './temporary-plugins.ts'

const accepts = fileURLToPath(new URL('./accepts/', import.meta.url))

const plugin = {
  'one/index.ts': `import type { Mesh } from 'specimen-host/plugin'
import old from 'old'
import modern from 'modern'
import { other } from './other.ts'
import bytes from './raw.bin'
export function one(x = 1): Mesh { return { vertices: new Float32Array([x, old(modern), other + bytes.length]), indices: new Uint32Array() } }
`,
  'one/other.ts': 'export const other = 2\n',
  'one/raw.bin': 'raw',
}
const packages = {
  'node_modules/old/index.js': "const { sep } = require('path'); module.exports = (x) => sep.length + x",
  'node_modules/modern/package.json': '{ "name": "modern", "type": "module", "exports": "./modern.js" }',
  'node_modules/modern/modern.js': '/*! A licence. */\nexport default 3',
}

/** Returns every file of every bundle as text, by bundle and path. */
async function build(source: string): Promise<{ [path: string]: string }> {
  const { bundles, diagnostics } = await buildPlugins({ source, sdkFile, onProgress: () => undefined })
  expect(diagnostics).toEqual([])
  const files = bundles.flatMap(({ plugin: { name }, files }) =>
    [...files].map(([path, bytes]) => [`${name}/${path}`, Buffer.from(bytes).toString('latin1')] as const),
  )
  return Object.fromEntries(files)
}

test('gives the same bytes when packages lie nearer, deeper or beside the plugin', async () => {
  const beside = createFolder({ ...plugin, ...packages })
  const above = createFolder({ ...packages })
  addFiles(join(above, 'a/b/c'), plugin)
  const first = await build(beside)
  expect(await build(join(above, 'a/b/c'))).toEqual(first)
  expect(JSON.stringify(first)).not.toContain(beside)
  expect(JSON.stringify(first)).not.toContain('../')
  expect(first['one/index.mjs']).toContain('// node_modules/modern/modern.js')
})

test('changes the map alone when only comments and blank lines change, and no map of a package goes in', async () => {
  const folder = createFolder({
    ...plugin,
    ...packages,
    'node_modules/modern/modern.js': 'export default 3\n//# sourceMappingURL=modern.js.map\n',
    'node_modules/modern/modern.js.map':
      '{ "version": 3, "sources": ["elsewhere.ts"], "names": [], "mappings": "AAAA" }',
  })
  const first = await build(folder)
  addFiles(folder, { 'one/index.ts': `// A comment.\n\n${plugin['one/index.ts']}` })
  const second = await build(folder)
  expect(second).toEqual({ ...first, 'one/index.mjs.map': second['one/index.mjs.map'] })
  expect(second['one/index.mjs.map']).not.toBe(first['one/index.mjs.map'])
  expect(first['one/index.mjs']?.endsWith('//# sourceMappingURL=index.mjs.map\n')).toBe(true)
  expect(first['one/manifest.json']).not.toContain('.map')
  expect(JSON.parse(first['one/index.mjs.map'] ?? '')).toMatchObject({
    sources: [
      'node_modules/old/index.js',
      'one/index.ts',
      'node_modules/modern/modern.js',
      'one/other.ts',
      expect.any(String),
    ],
    names: [],
  })
  expect(first['one/index.mjs.map']).not.toContain('sourcesContent')
})

test('gives the same bytes when the working directory is another one and a tsconfig.json lies beside', async () => {
  const folder = createFolder({ ...plugin, ...packages })
  const first = await build(folder)
  addFiles(folder, {
    'tsconfig.json':
      '{ "compilerOptions": { "target": "es5", "strict": false, "useDefineForClassFields": false } }',
  })
  const before = process.cwd()
  process.chdir(join(folder, 'node_modules'))
  const second = await build('..').finally(() => process.chdir(before))
  expect(second).toEqual(first)
})

test('reads every signature the same when the plugins come in another order or alone', () => {
  const { plugins } = discoverPlugins(accepts)
  const read = createReader(sdkFile)
  const all = new Map(read(plugins).map(({ plugin: { name }, functions }) => [name, functions]))
  for (const {
    plugin: { name },
    functions,
  } of read([...plugins].reverse())) {
    expect(functions, name).toEqual(all.get(name))
  }
  for (const name of ['choice-order', 'choice-alias', 'choice-imported']) {
    const alone = plugins.filter((candidate) => candidate.name === name)
    expect(read(alone)[0]?.functions).toEqual(all.get(name))
  }
})

/** Each declares what would change the others, if it reached them; `none` imports nothing. */
const declaring = {
  'module.ts': [
    "import './ambient/module.ts'",
    "declare global { interface Shared { readonly first: number }\n type Mode = 'a' }\nexport {}",
  ],
  'script.ts': [
    '/// <reference path="./ambient/script.d.ts" />',
    "interface Shared { readonly second: number }\ntype Mode = 'b'\n",
  ],
  'named.ts': [
    "import './ambient/named.d.ts'",
    "declare module 'absent' { export type Mode = 'c' }\ndeclare global { type Mode = 'c' }\nexport {}",
  ],
  'space.ts': [
    "import './ambient/space.d.ts'",
    "export type Mode = 'd'\nexport interface Shared { readonly third: number }\nexport as namespace Space",
  ],
} as const

function readTogether(folder: string, names: readonly string[]): Map<string, unknown> {
  const plugins = discoverPlugins(join(folder, 'plugins')).plugins.filter(({ name }) => names.includes(name))
  const readings = createReader(sdkFile)(plugins)
  return new Map(readings.map(({ plugin: { name }, functions, problems }) => [name, { functions, problems }]))
}

test('keeps what a plugin declares globally from the others of a run', () => {
  const using = (imports: string): string =>
    `${imports}\n${ball('make').replace('radius = 1', 'mode?: Mode, shared?: Shared, space?: Space.Mode')}`
  const folder = createFolder({
    'plugins/none.ts': using(''),
    ...Object.fromEntries(
      Object.entries(declaring).flatMap(([name, [imports, text]]) => {
        const [, file = ''] = /(ambient[^"']+)/.exec(imports) ?? []
        return [
          [`plugins/${name}`, using(imports)],
          [`plugins/${file}`, text],
        ]
      }),
    ),
  })
  const names = ['module', 'named', 'none', 'script', 'space']
  const together = readTogether(folder, names)
  expect([...together.keys()]).toEqual(names)
  for (const name of names) {
    expect(readTogether(folder, [name]).get(name), name).toEqual(together.get(name))
    const text = JSON.stringify(together.get(name))
    const own = { module: 'a', script: 'b', named: 'c' }[name]
    for (const mode of ['a', 'b', 'c', 'd'])
      expect(text.includes(`"value":"${mode}"`) || text.includes(`["${mode}"]`), `${name} ${mode}`).toBe(
        mode === own || (name === 'space' && mode === 'd'),
      )
  }
})

test('merges global declarations in one order, whichever plugin comes first', () => {
  const using = (first: string, second: string): string =>
    `import './ambient/${first}.ts'\nimport './ambient/${second}.ts'\n` +
    ball('make').replace('radius = 1', 'shared: Shared')
  const declare = (name: string): string =>
    `declare global { interface Shared { readonly ${name}: number } }\nexport {}`
  const folder = createFolder({
    'plugins/one.ts': using('a', 'b'),
    'plugins/two.ts': using('b', 'a').replaceAll('make', 'made'),
    'plugins/ambient/a.ts': declare('first'),
    'plugins/ambient/b.ts': declare('second'),
  })
  const together = readTogether(folder, ['one', 'two'])
  for (const name of ['one', 'two'])
    expect(readTogether(folder, [name]).get(name), name).toEqual(together.get(name))
})

test('gives the same functions and specimens when every line ends in CRLF', async () => {
  const folder = createFolder({})
  cpSync(accepts, folder, { recursive: true })
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    const text = readFileSync(join(folder, path), 'utf8')
    writeFileSync(join(folder, path), text.replace(/\r?\n/g, '\r\n'))
  }
  const [unix, windows] = [await build(accepts), await build(folder)]
  for (const [path, text] of Object.entries(unix).filter(([name]) => name.endsWith('/manifest.json'))) {
    const { functions, specimens } = parseManifest(JSON.parse(windows[path] ?? ''))
    expect({ functions, specimens }).toEqual({
      functions: JSON.parse(text).functions,
      specimens: JSON.parse(text).specimens,
    })
  }
})
