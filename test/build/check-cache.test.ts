/** What `specimen check` remembers of a folder whose bundles were right, and that it is never taken for more. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openCheckCache } from '../../build/output/check-cache.ts'
import {
  ball,
  createFolder,
  nextMoment,
  run,
  runCheck,
  type Seen,
  sdkFile,
  see,
} from './temporary-plugins.ts'

interface Checked {
  readonly folder: string
  readonly source: string
  readonly out: string
  readonly check: () => Promise<Seen>
}

const two = { 'plugins/one.ts': ball('one'), 'plugins/two.ts': ball('two') }

async function createChecked(files: { readonly [path: string]: string } = two): Promise<Checked> {
  const folder = createFolder(files)
  mkdirSync(join(folder, 'node_modules'))
  const [source, out] = [join(folder, 'plugins'), join(folder, 'out')]
  expect(await run(source, '--out', out)).toMatchObject({ code: 0 })
  const check = (): Promise<Seen> => see((streams) => runCheck([source, '--out', out], streams, nextMoment))
  expect(await check()).toMatchObject({ code: 0, stderr: '' })
  expect(countKept({ source, out })).toBe(listNames(source).length)
  return { folder, source, out, check }
}

function countKept({ source, out }: Pick<Checked, 'source' | 'out'>): number {
  const earlier = openCheckCache(source, out, sdkFile)?.earlier
  return listNames(source).filter((name) =>
    earlier?.find({ name, entry: join(source, `${name}.ts`), folder: source }),
  ).length
}

function listNames(source: string): string[] {
  return readdirSync(source).map((name) => name.replace(/[.]ts$/, ''))
}

/** Writes other bytes of the same number, at the same time. */
function swap(file: string, from: string, to: string): void {
  const { atime, mtime } = statSync(file)
  const text = readFileSync(file, 'utf8')
  expect([text.includes(from), from.length]).toEqual([true, to.length])
  writeFileSync(file, text.replace(from, to))
  utimesSync(file, atime, mtime)
}

test('says the same again without reading the sources', async () => {
  const { check } = await createChecked()
  const [first, second] = [await check(), await check()]
  const toRest = ({ code, stdout, stderr }: Seen) => [code, stdout.replace(/[\d.]+ s\n$/, ''), stderr]
  expect(toRest(second)).toEqual(toRest(first))
})

test('tells a bundle with other bytes of the same size and time', async () => {
  const { out, check } = await createChecked()
  swap(join(out, 'two/index.mjs'), 'two', 'too')
  const { code, stderr } = await check()
  expect({ code, isTold: /two.index.mjs is not what its source gives/.test(stderr) }).toEqual({
    code: 1,
    isTold: true,
  })
})

test('tells a source with other bytes of the same size and time', async () => {
  const { source, check } = await createChecked()
  swap(join(source, 'one.ts'), 'one', 'eno')
  const { code, stderr } = await check()
  expect({ code, isTold: stderr.includes('one') }).toEqual({ code: 1, isTold: true })
})

test('tells a changed file that a plugin imports', async () => {
  const { folder, check } = await createChecked({
    'plugins/one.ts': `import { size } from '../lib/size.ts'\n${ball('one').replace(/\{\s*return/, '{ console.log(size); return')}`,
    'lib/size.ts': 'export const size = 12\n',
  })
  swap(join(folder, 'lib/size.ts'), '12', '13')
  expect(await check()).toMatchObject({ code: 1 })
})

test('tells files that are left over, gone, or of a plugin that is gone', async () => {
  const { source, out, check } = await createChecked()
  writeFileSync(join(out, 'one/more.bin'), 'more')
  expect(await check()).toMatchObject({ code: 1 })
  rmSync(join(out, 'one/more.bin'))
  expect(await check()).toMatchObject({ code: 0 })
  rmSync(join(out, 'two/manifest.json'))
  expect(await check()).toMatchObject({ code: 1 })
  rmSync(join(source, 'two.ts'))
  rmSync(join(out, 'two'), { recursive: true })
  expect(await check()).toMatchObject({ code: 0 })
})

test('keeps nothing of a plugin whose bundle is not what its source gives', async () => {
  const { source, out, check } = await createChecked()
  appendFileSync(join(out, 'one/index.mjs'), '\n')
  expect(await check()).toMatchObject({ code: 1 })
  expect(await check()).toMatchObject({ code: 1 })
  expect(countKept({ source, out })).toBe(1)
})

test('does without a cache that is damaged', async () => {
  const { folder, source, out, check } = await createChecked()
  const caches = join(folder, 'node_modules/.cache/specimen-host')
  for (const name of readdirSync(caches)) appendFileSync(join(caches, name), ' ')
  expect(countKept({ source, out })).toBe(0)
  expect(await check()).toMatchObject({ code: 0, stderr: '' })
})
