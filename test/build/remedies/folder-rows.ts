/** Refusals about whole folders: what plugins are called, what is written, run and published. */
import type { DiagnosticCode } from '../../../build/model/diagnostic-codes.ts'
import { prelude } from './remedy-row.ts'

/** What is done to a folder after its refusal; files with null are removed. */
export interface FolderRow {
  readonly code: DiagnosticCode
  readonly files: { readonly [path: string]: string | Uint8Array }
  /** Commands before the refused one, each as its arguments. */
  readonly before?: readonly string[][]
  /** Files that change before the refused command. */
  readonly changed?: { readonly [path: string]: string | null }
  readonly refused: readonly string[]
  readonly said: string
  readonly mended: { readonly [path: string]: string | null }
  /** Commands that the remedy names. */
  readonly named?: readonly string[][]
  /** The refused command again, where the remedy is another form of it. */
  readonly accepted?: readonly string[]
  /** First coordinate of what `part` computes from its defaults, out of `out`. */
  readonly value: number
}

/** Builds the plugins of a row. */
export const build = ['build', 'plugins', '--out', 'out']
const check = ['check', 'plugins', '--out', 'out']
/** A plugin with the function `part`, whose first coordinate is `value`. */
export const part = (value: string, parameters = 'x = 1'): string =>
  `${prelude}export function part(${parameters}): Mesh { return at(${value}) }\n`
/** A name that leaves no room for the hash that a bundle adds. */
const longName = 'x'.repeat(248)
const package1 = '{ "name": "parts", "version": "1.0.0" }'

/** A row for each code of folders, runs and published functions. */
export const folderRows: readonly FolderRow[] = [
  {
    code: 'plugin.none',
    files: { 'plugins/lib/part.ts': part('2') },
    refused: build,
    said: 'Name a folder of plugins, or one plugin file.',
    mended: {},
    accepted: ['build', 'plugins/lib/part.ts', '--out', 'out'],
    value: 2,
  },
  {
    code: 'plugin.name',
    files: { 'plugins/part of it.ts': part('2') },
    refused: build,
    said: 'Rename it: 1 to 128 of A-Z a-z 0-9 . _ -',
    mended: { 'plugins/part of it.ts': null, 'plugins/part-of-it.ts': part('2') },
    value: 2,
  },
  {
    code: 'plugin.skipped',
    files: { 'plugins/other.ts': part('1').replace('part', 'other'), 'plugins/part.js': '' },
    refused: build,
    said: 'Rename it to part.ts, with types, if it is one.',
    mended: { 'plugins/part.js': null, 'plugins/part.ts': part('2') },
    value: 2,
  },
  {
    code: 'plugin.twice',
    files: { 'plugins/part.ts': part('1'), 'plugins/part/index.ts': part('2') },
    refused: build,
    said: 'rename or remove one of the two.',
    mended: { 'plugins/part.ts': null },
    value: 2,
  },
  {
    code: 'function.twice',
    files: { 'plugins/a.ts': part('1'), 'plugins/b.ts': part('2') },
    refused: build,
    said: "Rename one of the two: a function's name is its address on the host.",
    mended: { 'plugins/a.ts': part('1').replace('function part', 'function first') },
    value: 2,
  },
  {
    code: 'build.failed',
    files: {
      'plugins/part.ts': `import data from './${longName}.bin'\n${part('data.length')}`,
      [`plugins/${longName}.bin`]: 'ab',
    },
    refused: build,
    said: 'Mend what the system refused, and build again.',
    mended: {
      'plugins/part.ts': `import data from './data.bin'\n${part('data.length')}`,
      'plugins/data.bin': 'ab',
    },
    value: 2,
  },
  {
    code: 'output.foreign',
    files: { 'plugins/part.ts': part('2'), 'out/part/notes.txt': 'mine' },
    refused: build,
    said: 'Choose another folder with --out, or remove it.',
    mended: { 'out/part': null },
    value: 2,
  },
  {
    code: 'output.missing',
    files: { 'plugins/part.ts': part('2') },
    before: [build],
    changed: { 'out/part': null },
    refused: check,
    said: 'specimen build plugins --out out',
    mended: {},
    named: [build],
    value: 2,
  },
  {
    code: 'output.changed',
    files: { 'plugins/part.ts': part('1') },
    before: [build],
    changed: { 'plugins/part.ts': part('2') },
    refused: check,
    said: 'specimen build plugins --out out',
    mended: {},
    named: [build],
    value: 2,
  },
  {
    code: 'output.orphan',
    files: { 'plugins/part.ts': part('2'), 'plugins/other.ts': part('1').replace('part', 'other') },
    before: [build],
    changed: { 'plugins/other.ts': null },
    refused: check,
    said: 'specimen build plugins --out out',
    mended: {},
    named: [build],
    value: 2,
  },
  {
    code: 'run.failed',
    files: { 'plugins/part.ts': part('new Array(x).length', 'x = -1') },
    before: [build],
    refused: [...check, '--run'],
    said: 'Mend it, or choose values with which it works',
    mended: { 'plugins/part.ts': part('new Array(x).length', 'x = 2') },
    named: [build],
    value: 2,
  },
  {
    code: 'run.changed',
    files: { 'plugins/part.ts': part('Math.random()') },
    before: [build],
    refused: [...check, '--run'],
    said: 'make chance a parameter (seed: Integer = 1)',
    mended: { 'plugins/part.ts': part('(seed * 48271) % 2147483647', 'seed: Integer = 1') },
    named: [build],
    value: 48271,
  },
  {
    code: 'run.skipped',
    files: { 'plugins/part.ts': part('x', 'x: number') },
    before: [build],
    refused: [...check, '--run'],
    said: 'Give each parameter a default',
    mended: { 'plugins/part.ts': part('x', 'x = 2') },
    named: [build],
    value: 2,
  },
  {
    code: 'schema.breaking',
    files: {
      'package.json': package1,
      'plugins/part.ts': part('x', 'x: Range<0, 9> = 2'),
    },
    before: [['build', 'plugins', '--out', 'published']],
    changed: { 'plugins/part.ts': part('x', 'x: Range<0, 5> = 2') },
    refused: ['check', 'plugins', '--against', 'published'],
    said: 'Keep what was published, or give the function another name',
    mended: { 'plugins/part.ts': part('x', 'x: Range<0, 9> = 2') },
    named: [build],
    value: 2,
  },
  {
    code: 'schema.undecided',
    files: {
      'package.json': package1,
      'plugins/part.ts': part('x.length', "/** @pattern ^a+$ */ x = 'aa'"),
    },
    before: [['build', 'plugins', '--out', 'published']],
    changed: { 'plugins/part.ts': part('x.length', "/** @pattern ^[a]+$ */ x = 'aa'") },
    refused: ['check', 'plugins', '--against', 'published'],
    said: 'It cannot be shown that clients go on working. Keep what was published',
    mended: { 'plugins/part.ts': part('x.length', "/** @pattern ^a+$ */ x = 'aa'") },
    named: [build],
    value: 2,
  },
]
