/**
 * Compiled code that is kept between processes: it never changes what a module does, and damage to it is no
 * failure.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCodeCache } from '../../build/read/code-cache.ts'
import { addFiles, createFolder } from './temporary-plugins.ts'

const file = 'node_modules/pack/index.js'
const place = 'node_modules/.cache/specimen-host'

function load(folder: string): { value: unknown; text: string; made: number } {
  const cache = openCodeCache(join(folder, file))
  const { value } = cache.load() as { value: unknown } // what the module below exports
  let made = 0
  const text = cache.keepText('text', () => `text ${++made}`)
  cache.keepCode()
  return { value, text, made }
}

test('gives the same module and text when they were kept, and new ones when the module has changed', () => {
  const folder = createFolder({
    [file]: "exports.value = require('path').sep + __filename.length + module.exports.value",
  })
  const first = load(folder)
  expect(first).toMatchObject({ text: 'text 1', made: 1 })
  expect(readdirSync(join(folder, place))).toHaveLength(2)
  expect(load(folder)).toEqual({ ...first, made: 0 })
  addFiles(folder, { [file]: 'exports.value = "a quite different module"' })
  expect(load(folder)).toEqual({ value: 'a quite different module', text: 'text 1', made: 1 })
})

test('makes again what was damaged', () => {
  const folder = createFolder({ [file]: 'exports.value = [1, 2, 3].map((x) => x * 2)' })
  const first = load(folder)
  for (const name of readdirSync(join(folder, place))) {
    const bytes = readFileSync(join(folder, place, name))
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    writeFileSync(join(folder, place, name), bytes)
  }
  expect(load(folder)).toEqual(first)
  expect(load(folder)).toEqual({ ...first, made: 0 })
})

test('works when nothing can be kept', () => {
  // A file where the folder should be: that stops root as well.
  const folder = createFolder({ [file]: 'exports.value = 1', 'node_modules/.cache': 'in the way' })
  expect(load(folder)).toEqual({ value: 1, text: 'text 1', made: 1 })
  expect(readFileSync(join(folder, 'node_modules/.cache'), 'utf8')).toBe('in the way')
})
