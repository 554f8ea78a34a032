/**
 * Writes the types of the package into `dist/types`: `npm run build:types`. TypeScript declares every file
 * that the entries are made of; what no entry of package.json shows is removed again, so that the package
 * holds the types of its API and nothing of its inside.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const folder = join('dist', 'types')

rmSync(folder, { recursive: true, force: true })
const { status } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.ci/types.json'], {
  stdio: 'inherit',
})
if (status === 0) removeHidden()
process.exitCode = status ?? 1

function removeHidden() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))
  const shown = new Set(Object.values(exports).flatMap(({ types }) => (types ? [join(types)] : [])))
  // A set goes on over what is added to it meanwhile.
  for (const path of shown) for (const imported of listImports(path)) shown.add(imported)
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

/** Returns the declarations that one refers to by a relative path: `from`, `import()` and `reference`. */
function listImports(path) {
  const specifiers = readFileSync(path, 'utf8').matchAll(
    /(?:from |import\(|import |path=)["']([.][^"']+)["']/g,
  )
  return [...specifiers].map(([, specifier]) => {
    const target = join(dirname(path), specifier).replace(/(?<![.]d)[.][jt]s$/, '.d.ts')
    if (!existsSync(target)) throw new Error(`${path} names ${specifier}, which is not there.`)
    return target
  })
}
