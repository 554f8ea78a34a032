/** Remedies in refusals of modules, written: each remedy is applied as it stands, and the build takes it. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addFiles, createFolder, run, type Seen } from '../temporary-plugins.ts'

const head = "import type { Mesh } from 'specimen-host/plugin'\n"
const body = ': Mesh { return { vertices: new Float32Array(9), indices: new Uint32Array(3) } }\n'
type Files = { readonly [path: string]: string }

/** Rows: what is refused, the words of the remedy, and the files that it says to write. */
const rows: readonly (readonly [name: string, files: Files, said: string, mended: Files])[] = [
  [
    'a default from a module in other letters',
    {
      'plugins/part.ts': `${head}import { k } from './lib/shapes.js'\nexport function part(size: number = k)${body}`,
      'plugins/lib/Shapes.ts': 'export const k = 2\n',
    },
    '`./lib/shapes.js`, which is not found. Correct the path: there is ./lib/Shapes.ts.',
    {
      'plugins/part.ts': `${head}import { k } from './lib/Shapes.ts'\nexport function part(size: number = k)${body}`,
    },
  ],
  [
    'a default that a module does not export',
    {
      'plugins/part.ts': `${head}import { kk } from './lib/a.ts'\nexport function part(size: number = kk)${body}`,
      'plugins/lib/a.ts': 'export const k = 2\n',
    },
    '`./lib/a.ts`, which exports no kk. Correct the name.',
    {
      'plugins/part.ts': `${head}import { k } from './lib/a.ts'\nexport function part(size: number = k)${body}`,
    },
  ],
  [
    'a type of a package that is installed and not built',
    {
      'plugins/part.ts': `${head}import type { Size } from '@w/lib'\nexport function part(size: Size)${body}`,
      'node_modules/@w/lib/package.json':
        '{ "name": "@w/lib", "exports": { "types": "./dist/index.d.ts", "default": "./dist/index.js" } }',
    },
    '@w/lib is installed, and @w/lib leads to no file of it: build it',
    { 'node_modules/@w/lib/dist/index.d.ts': 'export type Size = number\n' },
  ],
  [
    'code of a package that is installed, at a path that it does not export',
    {
      'plugins/part.ts': `${head}import { a } from 'three/font'\na()\nexport function part(size: number)${body}`,
      'node_modules/three/package.json': '{ "name": "three", "exports": { "./fonts": "./fonts.js" } }',
      'node_modules/three/fonts.js': 'export const a = () => 1\n',
    },
    'three is installed, and three/font leads to no file of it',
    {
      'plugins/part.ts': `${head}import { a } from 'three/fonts'\na()\nexport function part(size: number)${body}`,
    },
  ],
  [
    'a default export within another module',
    {
      'plugins/part.ts': "export * as shapes from './lib/shapes.ts'\n",
      'plugins/lib/shapes.ts': `${head}export default function box(size = 1)${body}`,
    },
    "Export it by itself: export { default as box } from './lib/shapes.ts'",
    { 'plugins/part.ts': "export { default as box } from './lib/shapes.ts'\n" },
  ],
  [
    'a function within another module',
    {
      'plugins/part.ts': "export * as shapes from './lib/shapes.ts'\n",
      'plugins/lib/shapes.ts': `${head}export function ball(size = 1)${body}`,
    },
    "Export it by itself: export { ball } from './lib/shapes.ts'",
    { 'plugins/part.ts': "export { ball } from './lib/shapes.ts'\n" },
  ],
  [
    'holes of a template that touch',
    { 'plugins/part.ts': `${head}export function part(v: \`v\${number}.\${number}\`)${body}` },
    'write string with @pattern: @pattern ^v\\d+[.]\\d+$',
    { 'plugins/part.ts': `${head}export function part(/** @pattern ^v\\d+[.]\\d+$ */ v: string)${body}` },
  ],
  [
    'a list of parameters as a tuple',
    { 'plugins/part.ts': `${head}export function part(...[a, b]: [size?: number, name?: string])${body}` },
    'Write each parameter out: a?: number, b?: string.',
    { 'plugins/part.ts': `${head}export function part(a?: number, b?: string)${body}` },
  ],
  [
    'a list of parameters as a tuple without names',
    { 'plugins/part.ts': `${head}export function part(...all: [number, string])${body}` },
    'Write each parameter out: value1: number, value2: string.',
    { 'plugins/part.ts': `${head}export function part(value1: number, value2: string)${body}` },
  ],
  [
    'styles of a package',
    {
      'plugins/part.ts': `${head}import { a } from 'page'\na()\nexport function part(size: number)${body}`,
      'node_modules/page/package.json':
        '{ "name": "page", "exports": { ".": "./index.js", "./core": "./core.js" } }',
      'node_modules/page/index.js': "import './page.css'\nexport const a = () => 1\n",
      'node_modules/page/core.js': 'export const a = () => 1\n',
      'node_modules/page/page.css': 'a {}',
    },
    'Import a part of page that needs none',
    {
      'plugins/part.ts': `${head}import { a } from 'page/core'\na()\nexport function part(size: number)${body}`,
    },
  ],
  [
    'two names that differ in case alone',
    {
      'plugins/Disc.ts': `${head}export function upper(size: number)${body}`,
      'plugins/disc.ts': `${head}export function lower(size: number)${body}`,
    },
    'The bundles Disc and disc are one folder on disks of macOS and Windows. Rename one of the two',
    { 'plugins/disc.ts': `export {}\n${head}export function lower(size: number)${body}` },
  ],
]

test.each(rows)('%s: the remedy is said, and works', async (name, files, said, mended) => {
  const folder = createFolder(files)
  const build = async (): Promise<Seen> => await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  const refused = await build()
  expect(refused.stderr.replace(/\n.*\|.*(?=\n)/g, '').replace(/\s+/g, ' ')).toContain(said)
  expect(refused.stderr).not.toContain('npm install')
  if (name.startsWith('two names')) return // either may be renamed
  addFiles(folder, mended)
  const { code, stderr } = await build()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('a linked package that is not built is told by its place', async () => {
  const folder = createFolder({
    'plugins/part.ts': `${head}import { k } from '@w/lib'\nexport function part(size: number = k)${body}`,
    'node_modules/@w/.keep': '',
    'packages/lib/package.json': '{ "name": "@w/lib", "types": "dist/index.d.ts" }',
  })
  symlinkSync(join(folder, 'packages/lib'), join(folder, 'node_modules/@w/lib'))
  const { stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(stderr).toContain(`that ${join(folder, 'packages/lib')}/package.json names`)
})
