/**
 * Writes the types of the package into `dist/types`: `npm run build:types`. TypeScript declares every file
 * that the entries are made of; what no entry of package.json shows is removed again, so that the package
 * holds the types of its API and nothing of its inside.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { followImports } from './follow-imports.mjs'

const folder = join('dist', 'types')

rmSync(folder, { recursive: true, force: true })
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.ci/types.json'], {
  stdio: 'inherit',
})
if (status === 0) removeHidden()
process.exitCode = status ?? 1

function removeHidden() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const shown = followImports(Object.values(exports).flatMap(({ types }) => (types ? [join(types)] : [])))
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !shown.has(path)) rmSync(path)
  }
  const folders = entries.filter((entry) => entry.isDirectory())
  const deepestFirst = folders
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .reverse()
  for (const path of deepestFirst) if (readdirSync(path).length === 0) rmdirSync(path)
}
