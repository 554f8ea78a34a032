/**
 * CommonJS packages in bundles, which are ES modules: they are given `require`, `__dirname` and `__filename`,
 * whatever names stand elsewhere in the bundle.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { createFolder, run } from './temporary-plugins.ts'

/** A package as seedrandom is: it looks for a module of Node where there is one. */
const seeded = {
  'node_modules/seeded/index.js': `(function (pool, math) {
  var nodecrypto
  function seed(text) { return function () { return text.length + (nodecrypto ? 10 : 0) } }
  if (typeof module == 'object' && module.exports) {
    module.exports = seed
    try { nodecrypto = require('crypto') } catch (ex) {}
  } else math.seed = seed
})([], Math)`,
}

/** A package that needs nothing of Node. */
const pure = { 'node_modules/pure/index.js': 'exports.three = 3' }

function toPlugin(lines: string, expression: string): string {
  return `import type { Mesh } from 'specimen-host/plugin'
${lines}
export function make(): Mesh {
  return { vertices: new Float32Array([${expression}, 0, 0]), indices: new Uint32Array() }
}
`
}

async function callBuilt(
  files: { readonly [path: string]: string },
  stderr: unknown = '',
): Promise<{ x: number; code: string }> {
  const folder = createFolder(files)
  expect(await run(join(folder, 'plugins'), '--out', join(folder, 'out'))).toMatchObject({
    code: 0,
    stderr,
  })
  const path = join(folder, 'out/part/index.mjs')
  const module = (await import(pathToFileURL(path).href)) as { make(): { vertices: Float32Array } }
  return { x: module.make().vertices[0] ?? Number.NaN, code: readFileSync(path, 'utf8') }
}

test.each(['x', 'y', 'a', 'require', 'module', 'createRequire', '__require', 'process', '__dirname'])(
  'runs a package that requires a module of Node when a plugin has a top-level %s',
  async (name) => {
    const own = `import seeded from 'seeded'\nconst ${name} = seeded('abc')()`
    const { x } = await callBuilt({ 'plugins/part.ts': toPlugin(own, `Number(${name})`), ...seeded })
    expect(x).toBe(13)
  },
)

test('runs a package that requires a module of Node when another package has a top-level x', async () => {
  const own = "import seeded from 'seeded'\nimport { x } from 'other'"
  const { x } = await callBuilt({
    'plugins/part.ts': toPlugin(own, "seeded('abc')() + x"),
    'node_modules/other/package.json': '{ "name": "other", "type": "module", "exports": "./index.js" }',
    'node_modules/other/index.js': 'export const x = 100',
    ...seeded,
  })
  expect(x).toBe(113)
})

test.each(['const require = (id: string): number => id.length', "import { require } from './own.ts'"])(
  'keeps a top-level require of the author beside a package that uses none: %s',
  async (own) => {
    const { x } = await callBuilt({
      'plugins/part/index.ts': toPlugin(`import { three } from 'pure'\n${own}`, "three + require('abcd')"),
      'plugins/part/own.ts': 'export const require = (id: string): number => id.length\n',
      ...pure,
    })
    expect(x).toBe(7)
  },
)

test.each([
  ['by another name', 'var load = require; module.exports = load("path").join("a", "b").length'],
  ['by a computed name', 'module.exports = require(["pa", "th"].join("")).join("a", "b").length'],
  ['where it is there', 'module.exports = typeof require === "function" ? 3 : 0'],
  ['as a member', 'module.exports = require.resolve("path").length - 1'],
  ['in a module of the author', 'module.exports = require("./lib.cjs")'],
])('gives a CommonJS package require %s', async (what, text) => {
  const stderr = what === 'by a computed name' ? expect.stringContaining('that only a run knows') : ''
  const files = {
    'plugins/part.ts': toPlugin("import value from 'cjs'", 'value'),
    'node_modules/cjs/index.js': text,
    'node_modules/cjs/lib.cjs': 'module.exports = require("path").join("a", "b").length',
  }
  const { x } = await callBuilt(files, stderr)
  expect(x).toBe(3)
})

test('gives each module its own __dirname, or that of the bundle', async () => {
  const { x } = await callBuilt({
    'plugins/part.ts': toPlugin("import length from 'cjs'\nimport own from 'own'", 'length + own'),
    'node_modules/cjs/index.js': "module.exports = require('path').basename(__dirname).length",
    'node_modules/own/index.js': "var __dirname = 'abcdefg'; module.exports = 100 * __dirname.length",
  })
  expect(x).toBe('part'.length + 700)
})

test('adds nothing to a bundle of ES modules', async () => {
  const { code } = await callBuilt({ 'plugins/part.ts': toPlugin('', '1') })
  expect(code).not.toContain('require')
})
