/**
 * The next compiler, TypeScript 7, beside the one that the build reads with: it has no interface for programs
 * yet, so its command line judges the fixtures. What is accepted compiles, and what the build refuses in the
 * compiler's own words is refused at the same line.
 */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createFolder, sdkFile } from './temporary-plugins.ts'

const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
const root = fileURLToPath(new URL('.', import.meta.url))

/** Returns `name/file(line): message` of each error in the given folders, with the options of a build. */
async function compile(kind: string, names: readonly string[]): Promise<string[]> {
  // Bodies say something at times, and no signature needs the types of Node or of a page.
  const folder = createFolder({
    'global.d.ts': 'declare const console: { log(...texts: unknown[]): void }\n',
  })
  const compilerOptions = {
    strict: true,
    target: 'es2023',
    lib: ['es2023'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    noEmit: true,
    types: [],
    paths: { 'specimen-host/plugin': [sdkFile] },
  }
  const files = names.map((name) => join(root, kind, name, 'index.ts'))
  const config = { compilerOptions, files: [...files, join(folder, 'global.d.ts')] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const argv = [compiler, '-p', folder, '--pretty', 'false']
  const said = await new Promise<string>((resolve) => {
    execFile(process.execPath, argv, { cwd: join(root, kind), maxBuffer: 2 ** 26 }, (_error, stdout) =>
      resolve(stdout),
    )
  })
  return said
    .split('\n')
    .filter((line) => /^\S.*\(\d+,\d+\): error/.test(line))
    .map((line) => line.replace(/,\d+\): error TS\d+/, ')'))
}

test('is of version 7', () => {
  const file = join(compiler, '../../package.json')
  expect(JSON.parse(readFileSync(file, 'utf8')).version).toMatch(/^7\./)
})

test('compiles all that the build accepts', async () => {
  expect(await compile('accepts', readdirSync(join(root, 'accepts')))).toEqual([])
})

test.each([
  ['typescript.syntax', 'line'],
  ['typescript.type', 'line'],
  ['typescript.unresolved', 'plugin'], // the build tells it where the name is used
])('refuses what the build refuses as %s, in the same %s', async (code, at) => {
  const refused = readdirSync(join(root, 'refuses')).flatMap((name) => {
    const said: { code: string; file?: string; line: number }[] = JSON.parse(
      readFileSync(join(root, 'refuses', name, 'diagnostics.json'), 'utf8'),
    )
    const places = said.filter((each) => each.code === code)
    return places.map(({ file = 'index.ts', line }) => ({ name, place: `${name}/${file}(${line})` }))
  })
  const errors = await compile('refuses', [...new Set(refused.map(({ name }) => name))])
  const places = new Set(errors.map((error) => error.replace(at === 'line' ? /:.*/ : /\/.*/, '')))
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.filter(({ name, place }) => !places.has(at === 'line' ? place : name))).toEqual([])
})
