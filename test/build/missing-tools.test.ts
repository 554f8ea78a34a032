/** An installation without the optional packages, which builds nothing, and says what it needs. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ball, createFolder } from './temporary-plugins.ts'

const root = resolve(import.meta.dirname, '../..')

test.each([
  ['ts-morph', 'esbuild'],
  ['esbuild', 'ts-morph'],
])('says what to install when %s is missing', (_, present) => {
  const folder = createFolder({ 'plugins/one.ts': ball('one') })
  for (const path of ['package.json', 'dist'])
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !/dist.(viewer|plugins)|[.]map$/.test(source),
    })
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(join(root, 'node_modules', present), join(folder, 'node_modules', present))
  for (const command of ['build', 'check']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/cli.js', command], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^specimen: .*npm install ts-morph,? esbuild[.]\n$/)
  }
})
