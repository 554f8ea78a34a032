/** The record and the cache in an output folder, when something happened to them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFileState } from '../../build/files/file-state.ts'
import { readDocument } from '../../build/output/cache.ts'
import { ball, createFolder, run, type Seen } from './temporary-plugins.ts'

const record = '.specimen-build.json'
const cache = '.specimen-cache.json'

interface Built {
  readonly out: string
  readonly build: () => Promise<Seen>
}

async function createBuilt(): Promise<Built> {
  const folder = createFolder({ 'plugins/one.ts': ball('one'), 'plugins/two.ts': ball('two') })
  const out = join(folder, 'out')
  const build = async (): Promise<Seen> => await run(join(folder, 'plugins'), '--out', out)
  expect(await build()).toMatchObject({ code: 0, stderr: '' })
  rmSync(join(folder, 'plugins/two.ts'))
  return { out, build }
}

const damages: { readonly [title: string]: (text: string) => string } = {
  'is empty': () => '',
  'is cut short': (text) => text.slice(0, text.length / 2),
  'is no JSON': () => 'none',
  'is null': () => 'null',
  'is a list': () => '[]',
  'nests endlessly': () => '['.repeat(100_000),
  'has other types inside': () => '{ "../plugins": { "two": true } }',
}

for (const [title, damage] of Object.entries(damages)) {
  test(`takes the record for none, and removes nothing, when it ${title}`, async () => {
    const { out, build } = await createBuilt()
    writeFileSync(join(out, record), damage(readFileSync(join(out, record), 'utf8')))
    expect(await build()).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(join(out, 'two'))).toBe(true)
    expect(JSON.parse(readFileSync(join(out, record), 'utf8'))).toEqual({ '../plugins': ['one'] })
  })

  test(`builds from scratch when the cache ${title}`, async () => {
    const { out, build } = await createBuilt()
    const whole = readFileSync(join(out, cache), 'utf8')
    writeFileSync(join(out, cache), damage(whole))
    expect(await build()).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(join(out, cache), 'utf8').length).toBeGreaterThan(whole.length / 2)
  })
}

test('removes nothing outside when a record names it', async () => {
  const { out, build } = await createBuilt()
  const outside = join(out, '../outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'manifest.json'), '{}')
  writeFileSync(
    join(out, record),
    JSON.stringify({ '../plugins': ['../outside', 'one/../../outside', '..'] }),
  )
  expect(await build()).toMatchObject({ code: 0 })
  expect(existsSync(outside)).toBe(true)
})

test('takes a cache for none when any member of it was edited', async () => {
  const folder = createFolder({
    'plugins/one.ts': ball('one'),
    'plugins/bad.ts': ball('bad').replace('= 1', ': Date'),
  })
  const file = join(folder, 'out', cache)
  expect(await run(join(folder, 'plugins'), '--out', join(folder, 'out'))).toMatchObject({ code: 1 })
  const [hash = '', body = ''] = readFileSync(file, 'utf8').split('\n')
  const whole: { readonly paths: readonly string[] } = JSON.parse(body)
  expect(readDocument(file)).toMatchObject({ paths: whole.paths, states: whole.paths.map(readFileState) })
  const paths = listPaths(whole)
  expect(paths).toContainEqual(['plugins', '0', 'problems', '0', 'span', 'line'])
  for (const path of paths) {
    const document: unknown = JSON.parse(body)
    replaceAt(document, path)
    writeFileSync(file, `${hash}\n${JSON.stringify(document)}`)
    expect(readDocument(file), path.join('.')).toBe(null)
  }
  expect(await run(join(folder, 'plugins'), '--out', join(folder, 'out'))).toMatchObject({ code: 1 })
  expect(readFileSync(file, 'utf8')).toContain(body.slice(0, 100))
})

test('says what is in the way, and builds, when folders have the names of the record and the cache', async () => {
  const { out, build } = await createBuilt()
  for (const name of [record, cache]) {
    rmSync(join(out, name))
    mkdirSync(join(out, name))
  }
  const { code, stdout, stderr } = await build()
  expect(code).toBe(1)
  expect(stdout).toContain('one: one → mesh')
  expect(stderr.match(/error output.foreign\n.*/g)).toEqual(
    [record, cache].map(
      (name) =>
        `error output.foreign\n  ${join(out, name)} is no file, ` +
        'and the build keeps a file of its own under that name.',
    ),
  )
  expect(statSync(join(out, record)).isDirectory()).toBe(true)
  expect(readdirSync(out).sort()).toEqual([record, cache, 'one', 'two'])
})

/** Returns the paths of all members and items, but no more than the first two items of a list. */
function listPaths(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const members = Object.entries(value).slice(0, Array.isArray(value) ? 2 : undefined)
  return members.flatMap(([name, member]) => [[name], ...listPaths(member).map((rest) => [name, ...rest])])
}

/** Puts a boolean, which no member of a cache is, where a path leads. */
function replaceAt(value: unknown, [name = '', ...rest]: readonly string[]): void {
  if (typeof value !== 'object' || value === null) throw new Error(`${name} leads nowhere`)
  if (rest.length === 0) Reflect.set(value, name, true)
  else replaceAt(Reflect.get(value, name), rest)
}
