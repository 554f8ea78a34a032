/**
 * Compiled code that is kept between processes: it never changes what a module does, and damage to it is no
 * failure.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requireWithScripts } from '../../build/read/code-cache.ts'
import { addFiles, createFolder } from './temporary-plugins.ts'

const file = 'node_modules/pack/index.js'
const place = 'node_modules/.cache/specimen-host'
/** Code of small modules is not kept. */
const padding = `/* ${'large '.repeat(50_000)} */`

/** Requires the package as another process would, and returns what it exports. */
function load(folder: string): unknown {
  const require = createRequire(join(folder, 'program.js'))
  for (const path of Object.keys(require.cache)) if (path.startsWith(folder)) delete require.cache[path]
  const { exports, keepCode } = requireWithScripts(require, 'pack', join(folder, place))
  keepCode()
  return exports
}

test('gives the same module when its code was kept, and a new one when the module has changed', () => {
  const folder = createFolder({
    'node_modules/pack/small.js': 'exports.file = __filename',
    [file]: `${padding}
exports.value = require('path').sep + __filename.length + module.filename.length + require.main
exports.small = require('./small').file.slice(__dirname.length)`,
  })
  const first = load(folder)
  expect(readdirSync(join(folder, place))).toHaveLength(1)
  expect(load(folder)).toEqual(first)
  expect(readdirSync(join(folder, place))).toHaveLength(1)
  addFiles(folder, { [file]: `${padding} exports.value = "a quite different module"` })
  expect(load(folder)).toEqual({ value: 'a quite different module' })
})

test('takes what was kept, and makes again what was damaged', () => {
  const folder = createFolder({ [file]: `exports.value = [1, 2, 3].map((x) => x * 2) ${padding}` })
  const first = load(folder)
  const [name] = readdirSync(join(folder, place))
  const path = join(folder, place, `${name}`)
  const kept = readFileSync(path)
  expect(load(folder)).toEqual(first)
  expect(readFileSync(path)).toEqual(kept)
  for (const at of [0, 70, kept.length - 1]) {
    const damaged = Buffer.from(kept)
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
    writeFileSync(path, damaged)
    expect(load(folder)).toEqual(first)
    expect(readFileSync(path)).not.toEqual(damaged)
  }
})

test('reads source that is not ASCII', () => {
  const folder = createFolder({ [file]: `${padding}\nexports.value = 'größer ✓'` })
  for (const _ of [1, 2]) expect(load(folder)).toEqual({ value: 'größer ✓' })
})

test('loads other modules as before, also after a module that fails', () => {
  const folder = createFolder({ [file]: `${padding}\nthrow new Error('at once')` })
  const { extensions } = createRequire(import.meta.url)
  const { '.js': usual } = extensions
  expect(() => load(folder)).toThrow('at once')
  expect(extensions['.js']).toBe(usual)
})

test('works when nothing can be kept', () => {
  // A file where the folder should be: that stops root as well.
  const folder = createFolder({
    [file]: `exports.value = 1 ${padding}`,
    'node_modules/.cache': 'in the way',
  })
  expect(load(folder)).toEqual({ value: 1 })
  expect(readFileSync(join(folder, 'node_modules/.cache'), 'utf8')).toBe('in the way')
})
