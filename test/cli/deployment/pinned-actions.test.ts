/** Workflows, the project's own and those of a new repository: what they run is named by its content. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeProject } from '../../../build/commands/project-template.ts'
import { root } from './deployment-files.ts'

const own = join(root, '.github/workflows')
const workflows = [
  ...readdirSync(own).map((name) => [name, readFileSync(join(own, name), 'utf8')] as const),
  ...Object.entries(writeProject('lab', '^0.1.0')).filter(([path]) => path.endsWith('.yml')),
]

it.each(workflows)('%s names each action by its commit, and beside it the version', (_, text) => {
  const named = text.split('\n').filter((line) => line.includes('uses:'))
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual(
    [],
  )
})
