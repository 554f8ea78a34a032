/** Packages with native code: one refusal, or left out of the bundle by consent. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toPlugin } from './built-calls.ts'
import { createFolder, run } from './temporary-plugins.ts'

const addon = Uint8Array.from(Buffer.from('7f454c46', 'hex')) // how a program of Linux begins
const fastmesh = {
  'node_modules/fastmesh/package.json': '{ "name": "fastmesh", "main": "index.js" }',
  'node_modules/fastmesh/build/fastmesh.node': addon,
  'node_modules/fastmesh/index.js': `try { module.exports = require('./build/fastmesh.node') }
catch { module.exports = require('./build/../build/fastmesh.node') }
exports.again = require('./again')`,
  'node_modules/fastmesh/again.js': "module.exports = require('./build/fastmesh.node')",
}
const plugin = toPlugin("import { scale } from 'fastmesh'", 'scale(7)')

async function build(files: { readonly [path: string]: string | Uint8Array }) {
  const folder = createFolder(files)
  const seen = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  return { ...seen, out: join(folder, 'out/part') }
}

test('refuses a package with native code once, with its name, the plugin and ways out', async () => {
  const { code, stderr } = await build({ 'plugins/part.ts': plugin, ...fastmesh })
  expect(code).toBe(1)
  expect(stderr.match(/bundle\.failed/g)).toHaveLength(1)
  expect(stderr).toContain(
    'The package fastmesh has native code (fastmesh.node), which the bundle part cannot',
  )
  expect(stderr).toContain('Use a build of it as WebAssembly, or another package.')
  expect(stderr).toContain('write @needs native into the comment of a function of part')
  expect(stderr).toContain('serve with --allow part:native')
  expect(stderr).not.toContain('rename the file')
})

test('refuses native code of the author', async () => {
  const { code, stderr } = await build({
    'plugins/part/index.ts': toPlugin("import addon from './own.node'", 'addon()'),
    'plugins/part/own.node': addon,
  })
  expect(code).toBe(1)
  expect(stderr).toContain('own.node is native code, which the bundle part cannot hold.')
})

test.each([
  ['itself', fastmesh],
  [
    'in a package of this platform',
    {
      'node_modules/fastmesh/package.json':
        '{ "name": "fastmesh", "optionalDependencies": { "@fast/linux": "1" } }',
      'node_modules/fastmesh/index.js': 'module.exports = require("@fast/" + process.platform)',
      'node_modules/@fast/linux/package.json': '{ "name": "@fast/linux", "cpu": ["x64"], "main": "a.node" }',
      'node_modules/@fast/linux/a.node': addon,
    },
  ],
  [
    'that it finds when it runs',
    {
      'node_modules/fastmesh/package.json':
        '{ "name": "fastmesh", "dependencies": { "node-gyp-build": "4" } }',
      'node_modules/fastmesh/index.js': 'module.exports = require("node-gyp-build")(__dirname)',
    },
  ],
])('leaves a package with native code %s out of a bundle that needs it', async (_where, packages) => {
  const asking = plugin.replace('export', '/** @needs native */\nexport')
  const { code, stderr, out } = await build({ 'plugins/part.ts': asking, ...packages })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(readdirSync(out).sort()).toEqual(['index.mjs', 'index.mjs.map', 'manifest.json'])
  expect(readFileSync(join(out, 'index.mjs'), 'utf8')).toContain('createRequire(place)("fastmesh")')
  expect(JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')).needs).toEqual(['native'])
})

test('bundles the other packages of a plugin that needs native ones', async () => {
  const { code, out } = await build({
    'plugins/part.ts': plugin
      .replace('export', '/** @needs native */\nexport')
      .replace('scale(7)', 'scale(plain)')
      .replace('import {', "import plain from 'plain'\nimport {"),
    'node_modules/plain/index.js': 'module.exports = 12345',
    ...fastmesh,
  })
  expect(code).toBe(0)
  expect(readFileSync(join(out, 'index.mjs'), 'utf8')).toContain('12345')
})

test('warns of a package whose native code is looked for when it runs', async () => {
  const { code, stderr } = await build({
    'plugins/part.ts': plugin,
    ...fastmesh,
    'node_modules/fastmesh/index.js': "module.exports = require(process.env.PLACE + '.node')",
  })
  expect(code).toBe(0)
  expect(stderr).toContain('It has native code, which no bundle can hold.')
  expect(stderr).toContain('--allow part:native')
})
