/** Types of packages: a plugin's author is told the line that uses one, and then where it comes from. */
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder, run } from './temporary-plugins.ts'

const files = {
  'node_modules/lathe/package.json': '{ "name": "lathe", "version": "1.0.0", "types": "index.d.ts" }',
  'node_modules/lathe/index.d.ts': `import type { Alloy } from 'no-such-package'

export interface Turning {
  started: Date
  steps: { at: bigint }[]
}
export interface Cast {
  of: Alloy
}
export type Loose = { of?: any }
`,
  'plugins/turn.ts': `import type { Mesh } from 'specimen-host/plugin'
import type { Cast, Loose, Turning } from 'lathe'

export function turn(size: number, turning: Turning, inner: { cast?: Cast }, list: Partial<Loose>[]): Mesh {
  return { vertices: new Float32Array([size, 0, 0]), indices: new Uint32Array() }
}
`,
}

async function build(format: string): Promise<{ folder: string; stdout: string; stderr: string }> {
  const folder = createFolder(files)
  const out = ['--out', join(folder, 'out'), '--format', format]
  return { folder, ...(await run(join(folder, 'plugins'), ...out)) }
}

test('points at the parameter that uses a type of a package, and at the package behind it', async () => {
  const { folder, stdout } = await build('json')
  const { diagnostics } = JSON.parse(stdout)
  const plugin = relative(process.cwd(), join(folder, 'plugins/turn.ts'))
  const typings = relative(process.cwd(), join(folder, 'node_modules/lathe/index.d.ts'))
  const from = (line: number, column: number) => expect.objectContaining({ file: typings, line, column })
  expect(diagnostics).toMatchObject([
    { path: 'turn(turning.steps[].at)', file: plugin, line: 4, column: 45, origin: from(5, 16) },
    { path: 'turn(turning.started)', file: plugin, line: 4, column: 45, origin: from(4, 12) },
    { path: 'turn(inner.cast.of)', file: plugin, line: 4, column: 70, origin: from(8, 7) },
    { path: 'turn(list[].of)', file: plugin, line: 4, column: 84, origin: from(10, 28) },
  ])
  expect(diagnostics[2].found).toContain('`Alloy` cannot be resolved')
})

test.each([
  ['text', /turn\.ts:4:45 .*\n[\s\S]*?It comes from \S*node_modules\/lathe\/index\.d\.ts:4:12/],
  ['github', /file=\S*turn\.ts,line=4,.*::.* It comes from \S*node_modules\/lathe\/index\.d\.ts:4\./],
  [
    'sarif',
    /"relatedLocations": \[\s*\{\s*"physicalLocation": \{\s*"artifactLocation": \{\s*"uri": "\S*lathe/,
  ],
])('says both places as %s', async (format, wanted) => {
  const { stdout, stderr } = await build(format)
  expect(stdout + stderr).toMatch(wanted)
})
