/** Edits of a folder of plugins, and which plugins each concerns. */
import { ball } from './temporary-plugins.ts'

/** Contents by path. */
export type Files = { readonly [path: string]: string | Uint8Array }

/** A plugin with imports and one more parameter. */
export function shape(name: string, imports: string, parameter: string): string {
  return ball(name).replace('export', `${imports}\nexport`).replace('radius = 1', `radius = 1, ${parameter}`)
}

/** What is edited, the files before, those that change, and the plugins that must be read again. */
export const edits: readonly (readonly [string, Files, Files, readonly string[]])[] = [
  ['a comment', {}, { 'plugins/one.ts': `// new\n${ball('one')}` }, ['one']],
  ['a default', {}, { 'plugins/one.ts': ball('one').replace('= 1', '= 2') }, ['one']],
  [
    'an imported constant',
    {
      'plugins/one.ts': shape('one', "import { SIZE } from './shared/size.ts'", 'size = SIZE'),
      'plugins/shared/size.ts': 'export const SIZE = 1',
    },
    { 'plugins/shared/size.ts': 'export const SIZE = 2' },
    ['one'],
  ],
  [
    'what an import does to a constant',
    {
      'plugins/one.ts': shape(
        'one',
        "import './shared/grow.ts'\nimport { SIZES } from './shared/sizes.ts'",
        'sizes = SIZES',
      ),
      'plugins/shared/sizes.ts': 'export const SIZES = [1]',
      'plugins/shared/grow.ts': "import { SIZES } from './sizes.ts'\nSIZES.slice(1)",
    },
    { 'plugins/shared/grow.ts': "import { SIZES } from './sizes.ts'\nSIZES.push(2)" },
    ['one'],
  ],
  [
    'JSON that a default comes from',
    {
      'plugins/one.ts': shape('one', "import data from './shared/data.json'", 'size = data.size'),
      'plugins/shared/data.json': '{ "size": 1 }',
    },
    { 'plugins/shared/data.json': '{ "size": 2 }' },
    ['one'],
  ],
  [
    'an imported type, which leaves no trace in the module',
    {
      'plugins/one.ts': shape('one', "import type { Mode } from './shared/mode.ts'", 'mode?: Mode'),
      'plugins/shared/mode.ts': "export type Mode = 'low' | 'high'",
    },
    { 'plugins/shared/mode.ts': "export type Mode = 'high' | 'low'" },
    ['one'],
  ],
  [
    'a barrel',
    {
      'plugins/one.ts': shape('one', "import { SIZE } from './shared/all.ts'", 'size = SIZE'),
      'plugins/shared/all.ts': "export * from './a.ts'",
      'plugins/shared/a.ts': 'export const SIZE = 1',
      'plugins/shared/b.ts': 'export const SIZE = 2',
    },
    { 'plugins/shared/all.ts': "export * from './b.ts'" },
    ['one'],
  ],
  [
    'an ambient type, which concerns those that refer to it',
    {
      'plugins/one.ts': `/// <reference path="./shared/globals.d.ts" />\n${shape('one', '', 'mode?: Mode')}`,
      'plugins/shared/globals.d.ts': "type Mode = 'low' | 'high'",
    },
    { 'plugins/shared/globals.d.ts': "type Mode = 'low' | 'mid'" },
    ['one'],
  ],
  [
    'an imported JSON file',
    {
      'plugins/one.ts': ball('one')
        .replace('export', "import data from './shared/data.json'\nexport")
        .replace('[radius', '[radius * data.x'),
      'plugins/shared/data.json': '{ "x": 1 }',
    },
    { 'plugins/shared/data.json': '{ "x": 2 }' },
    ['one'],
  ],
  [
    'imported raw data',
    {
      'plugins/one.ts': ball('one')
        .replace('export', "import raw from './shared/raw.bin'\nexport")
        .replace('[radius', '[raw.length'),
      'plugins/shared/raw.bin': 'a',
    },
    { 'plugins/shared/raw.bin': 'b' },
    ['one'],
  ],
  [
    'a package',
    {
      'plugins/one.ts': ball('one')
        .replace('export', "import { x } from 'pack'\nexport")
        .replace('[radius', '[x'),
      'node_modules/pack/package.json': '{ "name": "pack", "type": "module", "exports": "./a.js" }',
      'node_modules/pack/a.js': 'export const x = 1',
      'node_modules/pack/b.js': 'export const x = 2',
    },
    { 'node_modules/pack/package.json': '{ "name": "pack", "type": "module", "exports": "./b.js" }' },
    ['one'],
  ],
  [
    'a nearer package, which was not there',
    {
      'plugins/one/index.ts': ball('one')
        .replace('export', "import { x } from 'pack'\nexport")
        .replace('[radius', '[x'),
      'node_modules/pack/package.json': '{ "name": "pack", "type": "module", "exports": "./a.js" }',
      'node_modules/pack/a.js': 'export const x = 1',
    },
    {
      'plugins/one/node_modules/pack/package.json':
        '{ "name": "pack", "type": "module", "exports": "./a.js" }',
      'plugins/one/node_modules/pack/a.js': 'export const x = 3',
    },
    ['one'],
  ],
  [
    'a module that is now found before another one',
    {
      'plugins/one.ts': shape('one', "import { SIZE } from './shared/size'", 'size = SIZE'),
      'plugins/shared/size/index.ts': 'export const SIZE = 1',
    },
    { 'plugins/shared/size.ts': 'export const SIZE = 2' },
    ['one'],
  ],
  [
    'a thumbnail',
    {
      'plugins/one.ts': ball('one').replace('export', '/** @thumbnail one.png */\nexport'),
      'plugins/one.png': 'a',
    },
    { 'plugins/one.png': 'b' },
    ['one'],
  ],
  ['the type of modules', {}, { 'plugins/package.json': '{ "type": "module" }' }, ['one', 'other']],
]
