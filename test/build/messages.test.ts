/** What the build says: at the author's line, with a remedy that helps, and without paths of the machine. */
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ball, createFolder, run, runCheck, see } from './temporary-plugins.ts'

const head = "import type { Mesh } from 'specimen-host/plugin'\n"
const body = '{ return { vertices: new Float32Array(0), indices: new Uint32Array() } }\n'

/** Builds one plugin from the project's folder, and returns what is said. */
async function buildOne(text: string, files: { readonly [path: string]: string } = {}): Promise<string> {
  const folder = createFolder({ 'plugins/part.ts': text, ...files })
  const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(code).toBe(1)
  expect(stderr).not.toContain('specimen-entry')
  return stderr
}

test.each([
  ['nope', 'Install the package: npm install nope.'],
  ['@lib/al', 'Install the package: npm install @lib/al.'],
  ['@lib/al/deep', 'npm install @lib/al. If it is none, write a relative path'],
  ['~/al', '"paths" of a tsconfig.json are not read'],
  ['./nope.ts', 'Correct the path.'],
  ['#lib/nope', 'Name it in "imports" of the package.json above the plugins.'],
  ['pk/b', 'The path "./b" is not exported by package "pk".'],
])(
  'says what to do about an import of %s that leads nowhere, as a value and as a type',
  async (path, wanted) => {
    const packages = {
      'node_modules/pk/package.json': '{ "name": "pk", "exports": { "./a": "./a.js" } }',
      'node_modules/pk/a.js': 'export const a = 1',
    }
    const value = await buildOne(`import a from '${path}'\n${ball('part')}console.log(a)\n`, packages)
    expect(value).toContain(`part.ts:1:15 error bundle.failed\n  Could not resolve "${path}"`)
    expect(value).toContain(wanted)
    expect(value).not.toContain('external')
    const type = await buildOne(
      `import type { A } from '${path}'\n${head}export function part(a: A): Mesh ${body}`,
    )
    expect(type).toContain('error typescript.unresolved in part(a)')
    if (path !== 'pk/b') expect(type).toContain(wanted)
  },
)

test('builds with names of package.json imports, which tsc and Node know as well', async () => {
  const folder = createFolder({
    'package.json': '{ "type": "module", "imports": { "#lib/*": "./lib/*" } }',
    'lib/al.ts': 'export type Edge = 1 | 2\nexport const one: Edge = 1\n',
    'plugins/part.ts': `import { type Edge, one } from '#lib/al.ts'\n${head}export function part(a: Edge = one): Mesh ${body}`,
  })
  expect(await run(join(folder, 'plugins'), '--out', join(folder, 'out'))).toMatchObject({
    code: 0,
    stderr: '',
  })
})

test.each([
  ['export declare function part(radius?: number): Mesh\n', 'part.ts:2:25 error function.declared in part'],
  ['declare function part(radius?: number): Mesh\nexport { part }\n', 'error function.declared in part'],
  ['declare function part(a?: number): Mesh\nexport default part\n', 'error function.declared in default'],
  ['export function part(a: 1): Mesh\nexport function part(a: 2): Mesh\n', 'error function.declared in part'],
])('refuses a function without a body at its line: %s', async (text, wanted) => {
  expect(await buildOne(head + text)).toContain(wanted)
})

test('names the file of a package that imports what is not there', async () => {
  const said = await buildOne("export { part } from 'pk'\n", {
    'node_modules/pk/package.json': '{ "name": "pk", "type": "module", "types": "t.d.ts", "main": "m.js" }',
    'node_modules/pk/t.d.ts': `${head}export function part(radius?: number): Mesh\n`,
    'node_modules/pk/m.js': "export { part } from './gone.js'\n",
  })
  expect(said).toContain('Could not resolve "./gone.js"')
  expect(said).toContain('m.js:1:')
})

test('takes a function by a name that is no identifier', async () => {
  const text = `${head}const f = (radius = 1): Mesh => (${body.slice(9, -3)})\nexport { f as 'a.b-c' }\nexport { f as "d-e" }\n`
  const folder = createFolder({ 'plugins/part.ts': text })
  const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const module = await import(join(folder, 'out/part/index.mjs'))
  expect(Object.keys(module).sort()).toEqual(['a.b-c', 'd-e'])
})

test('reports both of two equal problems when a type of a package has them at two places', async () => {
  const said = await buildOne(
    `import type { Options } from 'pk'\n${head}export function part(o: Options): Mesh ${body}`,
    {
      'node_modules/pk/package.json': '{ "name": "pk", "types": "index.d.ts" }',
      'node_modules/pk/index.d.ts':
        'export interface Options {\n  first?: () => void\n  second?: () => void\n  edge?: number\n}\n',
    },
  )
  expect(said).toMatch(/in part\(o\.first\)[\s\S]*in part\(o\.second\)/)
})

test.each(['text', 'json', 'github', 'sarif'])('names no path of the machine in %s', async (format) => {
  const folder = createFolder({
    'plugins/part.ts': `import { A } from 'bare'\n${head}export function part(a: A): Mesh ${body}`,
    'plugins/syntax.ts': `import { a } from './helper.js'\n${ball('syntax')}console.log(a)\n`,
    'plugins/helper.js': 'export const a = (',
    'plugins/self.ts': `import * as all from './types.ts'\n${head}export function self(a: typeof all.gone): Mesh ${body}`,
    'plugins/types.ts': 'export const b = 1\n',
    'node_modules/bare/package.json': '{ "name": "bare", "main": "index.js" }',
    'node_modules/bare/index.js': 'exports.A = 1',
  })
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
  const seen = await see((streams) =>
    runCheck([join(folder, 'plugins'), '--out', join(folder, 'out'), '--format', format], streams),
  )
  vi.restoreAllMocks()
  expect(seen.code).toBe(1)
  const said = (seen.stdout + seen.stderr).replaceAll(`file://${folder}/`, '')
  expect(said).toContain("'node_modules/bare/index.js' implicitly has an 'any' type")
  expect(said).toContain('helper.js')
  // The folders are shown as they were given.
  expect(said.replaceAll(join(folder, 'plugins'), '').replaceAll(join(folder, 'out'), '')).not.toContain(
    folder,
  )
})
