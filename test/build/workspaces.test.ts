/** Comparisons with a Git revision where plugins take types of other packages of the repository. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { addFiles, createFolder, runCheck, type Seen, see } from './temporary-plugins.ts'

const plugin = `import type { Mesh } from 'specimen-host/plugin'
import { type Size, start } from '@lab/shared'
import type { Outside } from 'outside'
export function part(size: Size = start, more: Outside = 1): Mesh {
  return { vertices: Float32Array.of(size, more, 0), indices: new Uint32Array() }
}
`
const shared = (low: number): string => `import type { Range } from 'specimen-host/plugin'
export type Size = Range<${low}, 9>
export const start = 5
`

/** The links of each package manager, by path: what they lead to, from the root. */
const layouts: readonly (readonly [name: string, links: { readonly [link: string]: string }])[] = [
  [
    'npm and yarn',
    { 'node_modules/@lab/shared': 'packages/shared', 'node_modules/@lab/app': 'packages/app' },
  ],
  [
    'pnpm',
    {
      'packages/app/node_modules/@lab/shared': 'packages/shared',
      'packages/app/node_modules/outside': 'node_modules/.pnpm/outside@1.0.0/node_modules/outside',
    },
  ],
  [
    'pnpm, with shared types of a third package',
    {
      'packages/app/node_modules/@lab/shared': 'packages/between',
      'packages/app/node_modules/outside': 'node_modules/.pnpm/outside@1.0.0/node_modules/outside',
      'packages/between/node_modules/@lab/inner': 'packages/shared',
    },
  ],
]

function createWorkspace(links: { readonly [link: string]: string }): string {
  const store = links['packages/app/node_modules/outside'] ?? 'node_modules/outside'
  const folder = createFolder({
    '.gitignore': 'node_modules\n',
    'package.json': '{ "private": true, "workspaces": ["packages/*"] }',
    'packages/app/package.json': '{ "name": "@lab/app", "type": "module" }',
    'packages/app/plugins/part.ts': plugin,
    'packages/shared/package.json': '{ "name": "@lab/shared", "type": "module", "exports": "./index.ts" }',
    'packages/shared/index.ts': shared(1),
    'packages/between/package.json': '{ "name": "@lab/between", "type": "module", "exports": "./index.ts" }',
    'packages/between/index.ts': "export * from '@lab/inner'\n",
    [`${store}/package.json`]: '{ "name": "outside", "types": "index.d.ts" }',
    [`${store}/index.d.ts`]: 'export type Outside = number',
  })
  for (const [link, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, link)), { recursive: true })
    symlinkSync(join(folder, target), join(folder, link))
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  git('init')
  git('add', '-A')
  git('-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'commit.gpgsign=false', 'commit', '-m', 'first')
  return folder
}

async function check(folder: string): Promise<Seen> {
  const source = join(folder, 'packages/app/plugins')
  return await see((streams) =>
    runCheck([source, '--out', join(folder, 'out'), '--against', 'HEAD'], streams),
  )
}

test.each(layouts)('finds a narrowed type of another package: %s', async (_name, links) => {
  const folder = createWorkspace(links)
  expect(await check(folder)).toMatchObject({ code: 0, stderr: '' })

  addFiles(folder, { 'packages/shared/index.ts': shared(2) })
  const { code, stderr } = await check(folder)
  expect(code).toBe(1)
  expect(stderr).toContain('schema.breaking in part(size)')
})

test('compares with a revision in which a package was not there yet', async () => {
  const [[, links] = ['', {}]] = layouts
  const folder = createWorkspace(links)
  addFiles(folder, {
    'packages/later/package.json': '{ "name": "@lab/later", "type": "module", "exports": "./index.ts" }',
    'packages/later/index.ts': 'export const start = 5\n',
    'packages/app/plugins/part.ts': plugin
      .replace('type Size, start', 'type Size')
      .replace('\n', "\nimport { start } from '@lab/later'\n"),
  })
  symlinkSync(join(folder, 'packages/later'), join(folder, 'node_modules/@lab/later'))
  symlinkSync(join(folder, 'gone'), join(folder, 'node_modules/@lab/gone'))
  expect(await check(folder)).toMatchObject({ code: 0, stderr: '' })
})
