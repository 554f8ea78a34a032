import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the declarations (`.d.ts`) at these paths, and all that they refer to. */
export function followImports(paths) {
  const shown = new Set(paths)
  // A set goes on over what is added to it meanwhile.
  for (const path of shown) for (const imported of listImports(path)) shown.add(imported)
  return shown
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
