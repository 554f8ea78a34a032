/** Which files of a folder are plugins, and that no other module there is passed over without a word. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ball, createFolder, run } from './temporary-plugins.ts'

function listBundles(folder: string): string[] {
  return readdirSync(join(folder, 'out')).filter((name) => !name.startsWith('.'))
}

test.each(['a.ts', 'a.mts', 'a.cts', 'a/index.ts', 'a/index.mts', 'a/index.cts'])(
  'builds %s, in its folder and by its name, as the bundle a',
  async (file) => {
    const folder = createFolder({ [`plugins/${file}`]: ball('able') })
    for (const path of ['plugins', `plugins/${file}`]) {
      rmSync(join(folder, 'out'), { recursive: true, force: true })
      expect(await run(join(folder, path), '--out', join(folder, 'out'))).toMatchObject({
        code: 0,
        stderr: '',
      })
      expect(listBundles(folder)).toEqual(['a'])
    }
  },
)

test.each(['b.tsx', 'b.js', 'b.mjs', 'b.cjs', 'b.jsx', 'b/index.tsx', 'b/index.js', 'b/index.mjs'])(
  'warns of %s, which is no plugin, beside others and alone',
  async (file) => {
    const folder = createFolder({ 'plugins/a.ts': ball('able'), [`plugins/${file}`]: ball('other') })
    const first = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
    expect(first.code).toBe(0)
    expect(first.stderr).toContain(`plugins/${file}:1:1 warning plugin.skipped`)
    expect(first.stderr).toMatch(/Rename it to (b|index)\.ts/)
    const again = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
    expect(again.stderr).toBe(first.stderr)
    rmSync(join(folder, 'plugins/a.ts'))
    const alone = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
    expect(alone.code).toBe(1)
    expect(alone.stderr).toContain('error plugin.none')
    expect(alone.stderr).toContain('warning plugin.skipped')
    const named = await run(join(folder, 'plugins', file), '--out', join(folder, 'out'))
    expect(named.code).toBe(1)
    expect(named.stderr).toContain('is no .ts, .mts or .cts file.')
  },
)

test('says nothing of declarations, tests, helpers that a plugin imports, and folders without an index', async () => {
  const folder = createFolder({
    'plugins/a.ts': `import { one } from './help.js'\n${ball('able')}console.log(one)\n`,
    'plugins/help.js': 'export const one = 1\n',
    'plugins/help.d.ts': 'export const one: number\n',
    'plugins/more.d.mts': 'export const two: number\n',
    'plugins/a.test.mjs': 'throw 1',
    'plugins/a.test.mts': 'throw 1',
    'plugins/a.spec.js': 'throw 1',
    'plugins/shared/isosurface.ts': 'export const three = 3\n',
    'plugins/shared/old.js': 'export const three = 3\n',
    'plugins/notes.txt': 'x',
  })
  for (const _ of ['fresh', 'cached']) {
    const seen = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
    expect(seen).toMatchObject({ code: 0, stderr: '' })
  }
})

test.each([
  ['a.mts', 'a.ts'],
  ['a.cts', 'a.mts'],
  ['a.ts', 'a/index.ts'],
  ['a/index.mts', 'a/index.ts'],
])('refuses the second of %s and %s, which would have one bundle', async (first, second) => {
  const folder = createFolder({ [`plugins/${first}`]: ball('one'), [`plugins/${second}`]: ball('two') })
  const { code, stderr } = await run(join(folder, 'plugins'), '--out', join(folder, 'out'))
  expect(code).toBe(1)
  expect(stderr).toContain(`plugins/${second}:1:1 error plugin.twice`)
  expect(stderr).toContain(`plugins/${first} has that name already`)
})
