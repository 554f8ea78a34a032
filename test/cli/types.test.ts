/** `specimen types`: what it writes, beside what `tsc` makes of the sources. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Project, ts } from 'ts-morph'
import { expect, it } from 'vitest'
import { runCommand } from '../../core/cli/run-command.ts'
import { takesData } from '../../core/contract/domain/data-ref.ts'
import { parseManifest } from '../../core/contract/domain/manifest.ts'
import { writeDeclarations } from '../../core/contract/schema/typing/write-declarations.ts'
import { writeStubs } from '../../core/contract/schema/typing/write-stubs.ts'
import { parseJson } from '../../core/contract/values/json.ts'
import { temporaryFolders } from '../support/temporary-folders.ts'
import { useProbeHost } from '../support/use-host.ts'

const used = useProbeHost()
const root = new URL('../..', import.meta.url).pathname

/** Returns the import of a plugin: a folder or a file. */
const findSource = (name: string): string =>
  existsSync(join(root, 'plugins', name)) ? `./${name}/index.ts` : `./${name}.ts`

/** Runs `specimen types` and resolves with its code and what it has written. */
async function runTypes(...args: readonly string[]) {
  const written = { out: '', err: '' }
  const toStream = (name: 'out' | 'err') => ({
    write: (text: string) => {
      written[name] += text
      return true
    },
  })
  const streams = { stdout: toStream('out'), stderr: toStream('err') }
  const code = await runCommand(['types', ...args], { streams, environment: {}, now: Date.now })
  return { code, ...written }
}

/** Returns what TypeScript says of each of some modules beside the written declarations. */
function check(declarations: string, ...modules: readonly string[]): readonly (readonly string[])[] {
  const project = new Project({
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      paths: {
        'specimen-host/client': [join(root, 'core/client/client.ts')],
        'specimen-host/plugin': [join(root, 'core/plugin.ts')],
      },
    },
  })
  project.createSourceFile(join(root, 'plugins/written-functions.d.ts'), declarations)
  const files = modules.map((module, i) =>
    project.createSourceFile(join(root, `plugins/checked-module-${i}.ts`), module),
  )
  return files.map((file) =>
    file
      .getPreEmitDiagnostics()
      .map((each) => ts.flattenDiagnosticMessageText(each.compilerObject.messageText, '\n')),
  )
}

it('writes for the plugins of this repository what tsc makes of their sources', async () => {
  const { code, out } = await runTypes('dist/plugins')
  expect(code).toBe(0)
  const folders = readdirSync(join(root, 'dist/plugins')).filter((name) => !name.startsWith('.'))
  const lines = folders.flatMap((folder) => {
    const text = readFileSync(join(root, 'dist/plugins', folder, 'manifest.json'), 'utf8')
    return parseManifest(parseJson(text, folder)).functions.flatMap(
      ({ name, parameters, progress, schema }) => {
        const sent = parameters.map((parameter, i) => [parameter, i] as const)
        return [
          `import { ${name} } from '${findSource(folder)}'`,
          ...sent
            .filter(([parameter]) => parameter !== progress && !takesData(schema.properties[parameter]))
            .map(([parameter, i]) => {
              const written = `NonNullable<Parameters<Functions['${name}']>[0]>['${parameter}']`
              return `both<Given<Parameters<typeof ${name}>[${i}]>, Given<${written}>>(true)`
            }),
        ]
      },
    )
  })
  const module = [
    "import type { Functions } from './written-functions.js'",
    // A schema takes readonly values; whether a function may write is not its caller's affair.
    'type Given<T> = T extends undefined ? never : T extends readonly (infer Item)[] ? readonly Given<Item>[] : T',
    'type Both<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false',
    'declare function both<A, B>(same: Both<A, B>): void',
    ...lines,
  ].join('\n')
  expect(lines.length).toBeGreaterThan(20)
  expect(check(out, module)).toEqual([[]])
})

it('lets an editor find wrong names, wrong types and wrong results', async () => {
  const { out } = await runTypes('dist/plugins')
  const lead = `import { createClient } from 'specimen-host/client'
import type { Functions } from './written-functions.js'
const { call } = createClient<Functions>('http://127.0.0.1:8000')
`
  const [right, name, type, id, result] = check(
    out,
    `${lead}export const area = async () => (await call.gearWheel({ teeth: 20 })).vertices.length`,
    `${lead}call.gearWheel({ tooth: 3 })`,
    `${lead}call.gearWheel({ teeth: 'many' })`,
    `${lead}call.gearWhel()`,
    `${lead}call.gearWheel().then(({ shape }) => shape)`,
  )
  expect(right).toEqual([])
  expect(name?.[0]).toMatch(/'tooth' does not exist/)
  expect(type?.[0]).toMatch(/'string' is not assignable/)
  expect(id?.[0]).toMatch(/'gearWhel' does not exist/)
  expect(result?.[0]).toMatch(/'shape' does not exist/)
})

it('declares the references to data once, and lets an editor find wrong ones', async () => {
  const { out } = await runTypes('dist/plugins')
  expect(out.match(/type DataRef =/g)).toHaveLength(1)
  expect(out).toMatch(/a reference to a mesh, default .*\n\s+readonly mesh\?: Data\n/i)
  const lead = `import { createClient } from 'specimen-host/client'
import type { DataRef, Functions } from './written-functions.js'
const { call } = createClient<Functions>('http://127.0.0.1:8000')
`
  const [right, ...wrong] = check(
    out,
    `${lead}const volume: DataRef = { specimen: 'brain-mri' }
call.smooth({ mesh: { process: 'isosurface', inputs: { volume, level: 0.4 } } })
call.smooth({ mesh: { specimen: 'findings', part: 'brain' }, steps: 3 })`,
    `${lead}call.smooth({ mesh: 'bunny' })`,
    `${lead}call.smooth({ mesh: { specimen: 3 } })`,
    `${lead}call.smooth({ mesh: { process: 'isosurface', level: 0.4 } })`,
    `${lead}call.smooth({ mesh: {} })`,
  )
  expect(right).toEqual([])
  for (const errors of wrong) expect(errors).toHaveLength(1)
})

it('asks a host, and writes a file that replaces the former one', async () => {
  await used.start()
  const folder = mkdtempSync(join(tmpdir(), 'specimen-types-'))
  temporaryFolders.push(folder)
  const file = join(folder, 'functions.d.ts')
  writeFileSync(file, 'former')
  const { code, err } = await runTypes(used.url, '--out', file)
  expect([code, err]).toEqual([0, expect.stringContaining(`functions are in ${file}`)])
  const text = readFileSync(file, 'utf8')
  expect(text).toContain('tetra(params?: {')
  expect(check(text, "export type { Functions } from './written-functions.js'")).toEqual([[]])
})

it.each([
  ['nowhere', 'The command types takes the address of a host, or a folder of bundles such as dist/plugins'],
  ['core', 'core has no functions; the command build makes bundles of them.'],
])('refuses %s', async (source, detail) => {
  expect(await runTypes(source)).toMatchObject({ code: 2, err: expect.stringContaining(detail) })
})

const hostile = {
  id: 'lab:x*/y',
  description: 'ends */ export const x = 1 """ \n import os',
  type: 'mesh',
  schema: {
    type: 'object',
    properties: {
      'a b': { type: 'number', description: '*/ declare global {} """' },
      class: { enum: ['"]; import os', null, 1.5, true] },
      tree: { $ref: '#/$defs/Tree' },
      point: {
        type: 'array',
        prefixItems: [{ type: 'number' }, { type: ['string', 'null'] }],
        items: false,
        minItems: 1,
      },
      options: {
        type: 'object',
        properties: { size: { type: 'integer' } },
        required: ['size'],
        additionalProperties: false,
      },
    },
    required: ['options'],
    $defs: {
      Tree: {
        type: 'object',
        properties: { children: { type: 'array', items: { $ref: '#/$defs/Tree' } } },
        additionalProperties: { type: 'number' },
      },
    },
  },
} as const

it('takes names and texts of others as what they are', () => {
  const text = writeDeclarations([hostile], 'http://x\n*/')
  const lead = "import type { Functions } from './written-functions.js'\ndeclare const call: Functions\n"
  const module = `${lead}call['lab:x*/y']({ options: { size: 1 }, 'a b': 2, class: '"]; import os', point: [1], tree: { children: [{ children: [] }] } })`
  const [right, nothing, empty] = check(
    text,
    module,
    `${lead}call['lab:x*/y']()`,
    `${lead}call['lab:x*/y']({ options: { size: 1 }, point: [] })`,
  )
  expect([right, nothing?.length, empty?.length]).toEqual([[], 1, 1])
})

it('writes a stub that Python reads', async () => {
  const { out } = await runTypes('dist/plugins', '--python')
  for (const text of [out, writeStubs([hostile], 'http://x\n"""')]) {
    const program =
      'import ast, sys; print([n.name for n in ast.parse(sys.stdin.read()).body if isinstance(n, ast.ClassDef)])'
    const classes = execFileSync('python3', ['-c', program], { input: text, encoding: 'utf8' })
    expect(classes).toContain("'Functions'")
  }
  expect(out).toMatch(/class _GearWheel:\n(?: {4}\w+: .*\n){3} {4}def __call__\(self, \/, \*, teeth: /)
  expect(out).toContain('    gearWheel: _GearWheel\n')
})
