/** What `specimen dev` says beside its builds: errors of types inside functions, and what `--allow` opens. */
import { expect, test } from 'vitest'
import { awaitServing, checkBodies, openDev, readDefault, startDev } from './running-command.ts'
import { addFiles, ball, createFolder } from './temporary-plugins.ts'

test('shows errors of types inside functions and what they import, and serves what was saved', async () => {
  const wrong = ball('one').replace('[radius, 0, 0]', '[radius.size, 0, 0]').replace('= 1', '= 2')
  const folder = createFolder({
    'plugins/one.ts': ball('one'),
    'plugins/help/lib.ts': 'export const edge: number = 1\n',
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "lib": ["es2023", "dom"], "types": [] } }',
  })
  const { seen, url } = await openDev(folder, { bodies: checkBodies })
  // The looks at bodies and the builds go on beside one another: their lines come in any order.
  const said = (): string => seen().join('\n')
  addFiles(folder, { 'plugins/one.ts': wrong })
  await expect.poll(async () => await readDefault(url, 'one')).toBe(2)
  await expect.poll(said).toMatch(/plugins\/one\.ts:3:\d+ warning typescript\.body/)
  await expect.poll(said).toMatch(/TS2339: Property 'size' does not exist on type 'number'\./)
  addFiles(folder, {
    'plugins/help/lib.ts': "export const edge: number = 'x'\nconsole.log(document.title)\n",
    'plugins/one.ts': `import { edge } from './help/lib.ts'\n${ball('one')}console.log(edge)\n`,
  })
  await expect.poll(said).toMatch(/help\/lib\.ts:1:14 warning typescript\.body/)
  expect(seen().filter((line) => line.includes('typescript.body'))).toHaveLength(2)
  const { entries } = (await (await fetch(`${url}/dev/feed?since=0`)).json()) as {
    entries: { kind: string; problems?: { code: string }[] }[]
  }
  const problems = entries.filter(({ kind }) => kind === 'problems').at(-1)?.problems
  expect(problems).toMatchObject([{ code: 'typescript.body', place: { line: 1, column: 14 } }])
})

test('opens to a bundle what --allow names, as it tells who has not named it', async () => {
  const files = { 'plugins/reader.ts': ball('reader').replace('export', '/** Ball. @needs fs */\nexport') }
  const listAllowed = async (url: string): Promise<unknown> =>
    await (await fetch(`${url}/api/plugins`)).json()
  const { url } = await openDev(files)
  expect(await listAllowed(url)).toMatchObject([{ allowed: [], allow: 'reader:fs' }])
  const opened = await awaitServing(startDev(files, ['--no-open', '--poll', '0.2', '--allow', 'reader:fs']))
  expect(await listAllowed(opened)).toMatchObject([{ allowed: ['fs'], allow: null }])
})
