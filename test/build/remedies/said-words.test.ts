/** What a refusal says to write, written: each remedy is applied as it stands, and the build takes it. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { listSchemas, type SchemaListing } from '../../../build/list-schemas.ts'
import { createFolder, sdkFile } from '../temporary-plugins.ts'

const prelude = `import type { Image, Integer, Mesh, ProgressReporter, Range } from 'specimen-host/plugin'
import type { Gear, Loader, mat9, vec2, vec3 } from 'lathe'
class Grid { cells = 1 }
interface Heir extends Grid { size: number }
interface Plain { cells: number }
interface PlainHeir extends Plain { size: number }
interface Options { /** @minimum 0 */ size: number; box?: string }
enum Mode { Low = 'low'.length, High = 2 }
enum Fixed { Low = 3, High = 2 }
declare const made: never
let changing = 3
const fixed = 3
`
const typings = `interface Indexed extends Iterable<number> { readonly length: number; [index: number]: number }
export type vec2 = [number, number] | Indexed
export type vec3 = [number, number, number] | Indexed
export type mat9 = [number, number, number, number, number, number, number, number, number] | Indexed
export interface Loader {
  untilTag?: string
  vrCallback?: (tag: string) => string
  inflater?: (bytes: number[]) => number[]
  started?: Date
  read?(line: string): void
}
export interface Gear { loader?: Loader; first?: Date; teeth: number }
`

/** A row: what is refused, what to write, the words of the remedy that say so. Types stand for a parameter's. */
type Row = readonly [refused: string, mended: string, said: string]

const types: readonly Row[] = [
  ['Range<3, 1>', 'Range<1, 3>', 'Range<1, 3>'],
  ['Range<0, 1> & Range<2, 3>', 'Range<0, 1> | Range<2, 3>', 'Range<0, 1> | Range<2, 3>'],
  ['Integer & Range<0, 1> & Range<2, 3>', 'Range<0, 1> | Range<2, 3>', 'Range<0, 1> | Range<2, 3>'],
  ['Range<0, 1, 0>', 'Range<0, 1>', 'leave it out'],
  ['Range<0, 9, 2> & Range<0, 9, 3>', 'Range<0, 9, 2> & Range<0, 9>', 'Keep one of the steps'],
  ['Integer & Range<0.2, 0.8>', 'Integer & Range<0, 1>', 'Widen the bounds'],
  ['Range<number, 3>', 'Range<-1, 1, 0.1>', 'Range<-1, 1, 0.1>'],
  ['vec3', '[x: number, y: number, z: number]', '[x: number, y: number, z: number]'],
  ['vec2', '[x: number, y: number]', '[x: number, y: number]'],
  ['mat9', 'number[]', 'number[]'],
  [
    'Loader',
    "Omit<Loader, 'vrCallback' | 'inflater' | 'started' | 'read'>",
    "Omit<Loader, 'vrCallback' | 'inflater' | 'started' | 'read'>",
  ],
  [
    "Pick<Loader, 'untilTag' | 'inflater'>",
    "Omit<Pick<Loader, 'untilTag' | 'inflater'>, 'inflater'>",
    "Omit<Pick<Loader, 'untilTag' | 'inflater'>, 'inflater'>",
  ],
  ['Gear', "Omit<Gear, 'loader' | 'first'>", "Omit<Gear, 'loader' | 'first'>"],
  ['{ gear: Gear }', "{ gear: Omit<Gear, 'loader' | 'first'> }", "Omit<Gear, 'loader' | 'first'>"],
  ['Heir', 'PlainHeir', 'an interface of plain data'],
  ['Mode', 'Fixed', 'Give every member a literal value'],
  ['any', 'number', 'number'],
  ['{}', '{ width: number }', '{ width: number }'],
  ['{}', 'Record<string, never>', 'Record<string, never>'],
  ['object', '{ width: number; height: number }', '{ width: number; height: number }'],
  ['(number | undefined)[]', '(number | null)[]', 'null'],
  ['[...number[], string]', '[first: number, ...others: number[]]', '[first: number, ...others: number[]]'],
  ['Date', 'string', 'Write string'],
  ['Set<number>', 'number[]', 'an array'],
  ['Map<string, number>', 'Record<string, number>', 'Record<string, …>'],
  ['Float32Array', 'number[]', 'number[]'],
  ['bigint', 'Integer', 'Integer'],
  ['Uppercase<string>', 'string', 'string'],
  ["'a' & 'b'", 'Integer & Range<1, 8>', 'Integer & Range<1, 8>'],
  ['{ [k: string]: number; a: number } & { b: string }', '{ n: { [k: string]: number }; b: string }', 'nest'],
  ['{ run(): void; a: number }', '{ a: number }', 'remove it'],
  ['{ a }', '{ a: number }', 'a: number'],
  ["Options['size']", 'Range<0, 1>', 'Range<0, 1>'],
  ['{ report: ProgressReporter }', 'ProgressReporter', 'a parameter of its own'],
]

/** Functions as they are exported; `f` stands for the name. */
const functions: readonly Row[] = [
  ['function f(): Mesh | undefined { return made }', 'function f(): Mesh { throw new Error() }', '`: Mesh`'],
  [
    'async function f(): Promise<Mesh | null> { return made }',
    'async function f(): Promise<Mesh> { return made }',
    '`: Mesh`',
  ],
  ['function f(): Mesh | Image { return made }', 'function f(): Mesh { return made }', 'the other Image'],
  ['function f(): Mesh | string { return made }', 'function f(): Mesh { return made }', '`: Mesh` alone'],
  ['function f(x): Mesh { return made }', 'function f(x: number): Mesh { return made }', 'x: number'],
  [
    'function f(x = changing): Mesh { return made }',
    'function f(x = fixed): Mesh { return made }',
    'a const',
  ],
  [
    'function f(x = [1, , 2]): Mesh { return made }',
    'function f(x = [1, 2]): Mesh { return made }',
    'value itself',
  ],
  [
    'function f(...x: number[]): Mesh { return made }',
    'function f(x = 1, y = 2): Mesh { return made }',
    'with a default',
  ],
  [
    'function f([a, b]: [number, number]): Mesh { return made }',
    'function f(a: number, b: number): Mesh { return made }',
    'a: number, b: number',
  ],
  [
    'function f({ size }: Options = { size: 4 }): Mesh { return made }',
    'function f({ size = 4 }: Partial<Options> = {}): Mesh { return made }',
    '{ size = 4 } = {}',
  ],
  [
    'function f({ box }: Options): Mesh { return made }',
    "function f({ box }: Pick<Options, 'box'>): Mesh { return made }",
    "Pick<Options, 'box'>",
  ],
  [
    'function f({ size }: Options | { size: string }): Mesh { return made }',
    'function f(options: Options | { size: string }): Mesh { return made }',
    'options: Options | { size: string }',
  ],
  [
    'function f(/** @minimum 5\n * @maximum 2 */ x: number): Mesh { return made }',
    'function f(/** @minimum 5\n * @maximum 5 */ x: number): Mesh { return made }',
    'raise the maximum to 5',
  ],
  [
    'function f(/** @exclusiveMinimum 2 */ x: Range<0, 2>): Mesh { return made }',
    'function f(/** @exclusiveMinimum 1 */ x: Range<0, 2>): Mesh { return made }',
    'Lower the exclusiveMinimum below 2',
  ],
  [
    'function f(/** @min 5 */ x: number): Mesh { return made }',
    'function f(/** @minimum 5 */ x: number): Mesh { return made }',
    '@minimum 5',
  ],
  [
    'function f(/** @example `a` */ x: string): Mesh { return made }',
    'function f(/** @example "a" */ x: string): Mesh { return made }',
    'JSON',
  ],
  [
    'function f(/** @pattern "^a$" */ x: string): Mesh { return made }',
    'function f(/** @pattern ^a$ */ x: string): Mesh { return made }',
    '@pattern ^a$',
  ],
  [
    'function f(x: Integer = 0.5): Mesh { return made }',
    'function f(x: number = 0.5): Mesh { return made }',
    'widen the type',
  ],
  [
    'const f: (x: number) => Mesh = (x = 3) => made',
    'const f: (x?: number) => Mesh = (x = 3) => made',
    'x?: …',
  ],
  [
    'const f: (x: number) => Mesh = (x: number, y = 3) => made',
    'const f: (x: number, y?: number) => Mesh = (x: number, y = 3) => made',
    'y?: …',
  ],
]

const rows = [
  ...types.map(([refused, mended, said]): Row => {
    const [a, b] = [refused, mended].map((type) => `function f(x: ${type}): Mesh { return made }`)
    return [a ?? '', b ?? '', said]
  }),
  ...functions,
].map(([refused, mended, said], i) => ({ refused, mended, said, i }))
let listing: SchemaListing

beforeAll(() => {
  const folder = createFolder({
    'node_modules/lathe/package.json': '{ "name": "lathe", "version": "1.0.0", "types": "index.d.ts" }',
    'node_modules/lathe/index.d.ts': typings,
    ...Object.fromEntries(
      rows.flatMap(({ refused, mended, i }) => [
        [`a${i}.ts`, `${prelude}export ${refused.replace(/\bf\b/, `a${i}`)}\n`],
        [`b${i}.ts`, `${prelude}export ${mended.replace(/\bf\b/, `b${i}`)}\n`],
      ]),
    ),
  })
  listing = listSchemas(folder, sdkFile)
})

const listSaid = (name: string) =>
  listing.diagnostics.filter(({ span }) => span?.file.endsWith(join('/', `${name}.ts`)))

describe.each(rows)('$refused', ({ said, i }) => {
  test('is refused with the words of the remedy', () => {
    const remedies = listSaid(`a${i}`).map(({ remedy }) => remedy)
    expect(remedies.join('\n')).toContain(said)
  })

  test('is taken when the remedy is applied', () => {
    expect(listSaid(`b${i}`).map(({ found, remedy }) => `${found} ${remedy}`)).toEqual([])
    expect(listing.functions.map(({ name }) => name)).toContain(`b${i}`)
  })
})

test('every property of a package that no client can send is told in one run', () => {
  const at = rows.findIndex(({ refused }) => refused.includes('(x: Loader)'))
  expect(listSaid(`a${at}`).map(({ path, found }) => [path, found])).toEqual([
    [`a${at}(x.vrCallback)`, '`(tag: string) => string` in `Loader` is a function.'],
    [`a${at}(x.inflater)`, '`(bytes: number[]) => number[]` in `Loader` is a function.'],
    [`a${at}(x.started)`, '`Date` in `Loader` cannot be sent as JSON.'],
    [`a${at}(x.read)`, '`read?(line: string): void` in `Loader` is a method.'],
  ])
})
