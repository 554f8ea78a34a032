/** Return types that are scenes, those that are refused with a remedy, and looks by `@part`. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildPlugins } from '../../build/build-plugins.ts'
import type { Diagnostic } from '../../build/model/diagnostics.ts'
import type { FunctionManifest } from '../../core/contract/domain/manifest.ts'
import { createFolder, sdkFile } from './temporary-plugins.ts'

const prelude = `import type { Arrows, Image, Labels, Lines, Look, Mesh, Part, PointCloud, Range, Volume } from 'specimen-host/plugin'
declare const any: never
`

/** What a function is returned as, by the declaration of it. */
const accepted: readonly (readonly [code: string, returns: object | null])[] = [
  ['export const part = (): { a: Mesh } => any', { parts: { a: 'mesh' } }],
  [
    'export function part(): { scan: Volume; brain: Mesh } { return any }',
    { parts: { scan: 'volume', brain: 'mesh' } },
  ],
  [
    'export function part(): { a: Lines; b: Arrows; c: Labels } { return any }',
    { parts: { a: 'lines', b: 'arrows', c: 'labels' } },
  ],
  [
    'export function part(): { a: Image; b: PointCloud } { return any }',
    { parts: { a: 'image', b: 'point_cloud' } },
  ],
  ['export async function part(): Promise<{ a: Mesh }> { return any }', { parts: { a: 'mesh' } }],
  ['export const part = async (): Promise<{ a: Mesh }> => any', { parts: { a: 'mesh' } }],
  ['export function part(): PromiseLike<{ a: Mesh }> { return any }', { parts: { a: 'mesh' } }],
  ['export function part(): { readonly a: Mesh } { return any }', { parts: { a: 'mesh' } }],
  [
    'export function part(): { a: Mesh; b?: Lines } { return any }',
    { parts: { a: 'mesh', b: 'lines' }, optional: ['b'] },
  ],
  [
    'export function part(): { a: Mesh; b: Lines | undefined } { return any }',
    { parts: { a: 'mesh', b: 'lines' }, optional: ['b'] },
  ],
  [
    'export function part(): { a: Mesh; b: Lines | null } { return any }',
    { parts: { a: 'mesh', b: 'lines' }, optional: ['b'] },
  ],
  ['export function part(): { a?: Mesh | null } { return any }', { parts: { a: 'mesh' }, optional: ['a'] }],
  ['export function part(): { a: Part<Mesh> } { return any }', { parts: { a: 'mesh' } }],
  [
    'export function part(): { a?: Part<Volume> } { return any }',
    { parts: { a: 'volume' }, optional: ['a'] },
  ],
  ['export function part(): { a: Mesh & { look: Look } } { return any }', { parts: { a: 'mesh' } }],
  [
    'interface Found { scan: Volume; brain: Mesh }\nexport function part(): Found { return any }',
    { parts: { scan: 'volume', brain: 'mesh' } },
  ],
  [
    'interface Base { scan: Volume }\ninterface Found extends Base { brain: Mesh }\nexport function part(): Found { return any }',
    { parts: { brain: 'mesh', scan: 'volume' } },
  ],
  [
    'type Found = { scan: Volume } & { brain: Mesh }\nexport function part(): Found { return any }',
    { parts: { scan: 'volume', brain: 'mesh' } },
  ],
  [
    'type Pair<K> = { left: K; right: K }\nexport function part(): Pair<Mesh> { return any }',
    { parts: { left: 'mesh', right: 'mesh' } },
  ],
  [
    "export function part(): Record<'left' | 'right', Mesh> { return any }",
    { parts: { left: 'mesh', right: 'mesh' } },
  ],
  [
    "export function part(): { [K in 'left' | 'right']: Mesh } { return any }",
    { parts: { left: 'mesh', right: 'mesh' } },
  ],
  ['export function part(): Partial<{ a: Mesh }> { return any }', { parts: { a: 'mesh' }, optional: ['a'] }],
  ["export function part(): Pick<{ a: Mesh; b: Lines }, 'a'> { return any }", { parts: { a: 'mesh' } }],
  ["export function part(): Omit<{ a: Mesh; b: number }, 'b'> { return any }", { parts: { a: 'mesh' } }],
  ['export function part(): Readonly<{ a: Mesh }> { return any }', { parts: { a: 'mesh' } }],
  [
    'export function part() { const a: Mesh = any\n return { a, b: a } }',
    { parts: { a: 'mesh', b: 'mesh' } },
  ],
  ['type Own = Mesh\nexport function part(): { a: Own } { return any }', { parts: { a: 'mesh' } }],
  [
    'interface Own extends Mesh {}\nexport function part(): { a: Mesh; b: Pick<{ c: Lines }, "c">["c"] } { return any }',
    { parts: { a: 'mesh', b: 'lines' } },
  ],
  [
    'const make = (): { a: Mesh } => any\nexport function part(): ReturnType<typeof make> { return any }',
    { parts: { a: 'mesh' } },
  ],
  [
    "export function part(): { 'left-side': Mesh; '2': Mesh } { return any }",
    { parts: { 2: 'mesh', 'left-side': 'mesh' } },
  ],
  ['export function part(): { 1: Mesh; 2: Mesh } { return any }', { parts: { 1: 'mesh', 2: 'mesh' } }],
  ['export function part(): { constructor: Mesh } { return any }', { parts: { constructor: 'mesh' } }],
  ['export default function (): { a: Mesh } { return any }', { parts: { a: 'mesh' } }],
  ['type Fn = () => { a: Mesh }\nexport const part: Fn = () => any', { parts: { a: 'mesh' } }],
  ['export function part(): Mesh[] { return any }', { each: 'mesh' }],
  ['export function part(): readonly Mesh[] { return any }', { each: 'mesh' }],
  ['export function part(): ReadonlyArray<Part<Lines>> { return any }', { each: 'lines' }],
  ['export function part(): Record<string, Volume> { return any }', { each: 'volume' }],
  ['export function part(): { [name: string]: Mesh } { return any }', { each: 'mesh' }],
  ['export function part(): Promise<Readonly<Record<string, Mesh>>> { return any }', { each: 'mesh' }],
  [
    `export function part(): { ${Array.from({ length: 64 }, (_, i) => `p${i}: Mesh`).join('; ')} } { return any }`,
    null,
  ],
]

/** What is refused, and the words of the remedy. */
const refused: readonly (readonly [code: string, remedy: string])[] = [
  [
    'export function part(): { a: Mesh; b: Mesh | Volume } { return any }',
    'Give each kind a part of its own',
  ],
  ['export function part(): { a: Mesh | Lines | null } { return any }', 'Give each kind a part of its own'],
  ['export function part(): { a: Mesh; b: { c: Mesh } } { return any }', 'a scene has one level'],
  ['export function part(): { a: Mesh; b: Mesh[] } { return any }', 'a scene has one level'],
  ['export function part(): { a: Mesh; b: Record<string, Lines> } { return any }', 'a scene has one level'],
  ['export function part(): [Mesh, Volume] { return any }', 'Return an object that names them'],
  ['export function part(): readonly [Mesh] { return any }', 'Return an object that names them'],
  ['export function part(): [first: Mesh, second: Lines] { return any }', 'Return an object that names them'],
  [
    'export class K { a!: Mesh }\nexport function part(): K { return any }',
    'Return a plain object of its results',
  ],
  [
    'class K { constructor(readonly a: Mesh, readonly b: Lines) {} }\nexport function part(): K { return any }',
    'Return a plain object of its results',
  ],
  [
    'export function part(): { a: Mesh; [name: string]: Mesh } { return any }',
    'Name all parts, or return a Record',
  ],
  [
    'export function part(): { a: Mesh; [name: string]: Mesh | Lines } { return any }',
    'Name all parts, or return a Record',
  ],
  ['export function part(): { a: Mesh; A: Lines } { return any }', 'Rename one of them'],
  ["export function part(): { 'left side': Mesh } { return any }", 'Words for people are its title'],
  ['export function part(): { größe: Mesh } { return any }', 'Words for people are its title'],
  ['export function part(): { _a: Mesh } { return any }', 'Words for people are its title'],
  ["export function part(): { '': Mesh } { return any }", 'Words for people are its title'],
  ["export function part(): { 'a/b': Mesh; c: Lines } { return any }", 'Words for people are its title'],
  [`export function part(): { ${'x'.repeat(65)}: Mesh } { return any }`, 'Words for people are its title'],
  [
    `export function part(): { ${Array.from({ length: 65 }, (_, i) => `p${i}: Mesh`).join('; ')} } { return any }`,
    'Return fewer, or a list of one kind',
  ],
  [
    '/** @part brian opacity=0.3 */\nexport function part(): { brain: Mesh } { return any }',
    'Did you mean brain?',
  ],
  [
    '/** @part skull opacity=0.3 */\nexport function part(): { brain: Mesh } { return any }',
    'It returns brain.',
  ],
  [
    '/** @part a opacity=2 */\nexport function part(): { a: Mesh } { return any }',
    'Write: @part brain opacity=0.35',
  ],
  [
    '/** @part a opacity= */\nexport function part(): { a: Mesh } { return any }',
    'Write: @part brain opacity=0.35',
  ],
  [
    '/** @part a color=red */\nexport function part(): { a: Mesh } { return any }',
    'Write: @part brain opacity=0.35',
  ],
  [
    '/** @part a colour=#c33 */\nexport function part(): { a: Mesh } { return any }',
    'Write: @part brain opacity=0.35',
  ],
  [
    '/** @part a hidden=yes */\nexport function part(): { a: Mesh } { return any }',
    'Write: @part brain opacity=0.35',
  ],
  [
    '/** @part a width=-1 */\nexport function part(): { a: Lines } { return any }',
    'Write: @part brain opacity=0.35',
  ],
  ['/** @part a */\nexport function part(): { a: Mesh } { return any }', 'Write: @part brain opacity=0.35'],
  [
    '/**\n * @part a opacity=0.1\n * @part a width=2\n */\nexport function part(): { a: Lines } { return any }',
    'Keep one.',
  ],
  [
    '/** @part a opacity=0.1 */\nexport function part(): Mesh { return any }',
    'It is for a function that returns an object of results',
  ],
  [
    '/** @part a opacity=0.1 */\nexport function part(): Mesh[] { return any }',
    'It is for a function that returns an object of results',
  ],
]

/** What is no scene: a helper, which stays silent or is warned of as before. */
const others: readonly string[] = [
  'export function part(): { count: number } { return any }',
  'export function part(): {} { return any }',
  'export function part(): { a: Mesh; count: number } { return any }',
  'export function part(): { a: Mesh; run(): void } { return any }',
  'export function part(): Map<string, Mesh> { return any }',
  'export function part(): Set<Mesh> { return any }',
  'export function part(): number[] { return any }',
  'export function part(): Record<string, number> { return any }',
  'export function part(): (Mesh | number)[] { return any }',
]

let functions: ReadonlyMap<string, FunctionManifest>
let said: readonly Diagnostic[]
const name = (kind: string, i: number): string => `${kind}${i}`

beforeAll(async () => {
  const all = { yes: accepted.map(([code]) => code), no: refused.map(([code]) => code), other: others }
  const files = Object.entries(all).flatMap(([kind, codes]) =>
    codes.map((code, i) => {
      const ball = 'export function ball(): Mesh { return any }\n'
      const whole = `${prelude}${kind === 'yes' ? '' : ball}${code}\n`
      const own = name(kind, i)
      return [
        `plugins/${own}/index.ts`,
        whole.replace(/\b(const|function) (part|ball)\b/g, `$1 ${own}$2`),
      ] as const
    }),
  )
  const source = join(createFolder(Object.fromEntries(files)), 'plugins')
  const built = await buildPlugins({ source, sdkFile, onProgress: () => undefined })
  said = built.diagnostics
  const found = built.bundles.flatMap(({ files }): readonly FunctionManifest[] => {
    const text = new TextDecoder().decode(files.get('manifest.json'))
    return JSON.parse(text).functions
  })
  functions = new Map(found.map((each) => [each.name, each]))
})

describe('a return type', () => {
  test.each(accepted.map((row, i) => [...row, i] as const))('%s is a scene', (_code, returns, i) => {
    const own = name('yes', i)
    const about = said.filter(({ span }) => span?.file.includes(`/plugins/${own}/`))
    expect(about.map(({ found }) => found)).toEqual([])
    const found = functions.get(`${own}part`) ?? functions.get(own)
    expect(found?.return_type).toBe('scene')
    if (returns !== null) expect(found?.returns).toEqual({ type: 'scene', ...returns })
  })

  test.each(refused.map((row, i) => [...row, i] as const))('%s is refused: %s', (_code, remedy, i) => {
    const about = said.filter(({ span }) => span?.file.includes(`/plugins/${name('no', i)}/`))
    const errors = about.filter(({ severity }) => severity === 'error')
    expect(errors.map((each) => each.remedy).join('\n')).toContain(remedy)
    expect(errors).toHaveLength(1)
  })

  test.each(others.map((code, i) => [code, i] as const))('%s is no scene', (_code, i) => {
    const about = said.filter(({ span }) => span?.file.includes(`/plugins/${name('other', i)}/`))
    expect(about.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(functions.get(`${name('other', i)}part`)).toBeUndefined()
  })
})
