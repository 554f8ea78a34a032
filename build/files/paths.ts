import { existsSync, type Stats, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'

/**
 * Returns the package.json files that decide the handling of a file (`type`, `exports`, `sideEffects`): the
 * nearest one above it and the nearer places where one may appear; in a package, all up to the package's own.
 */
export function listPackageFiles(path: string): string[] {
  const found: string[] = []
  const inPackage = path.includes('/node_modules/')
  for (let folder = dirname(path); basename(folder) !== 'node_modules'; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    const exists = existsSync(file)
    if (exists || !inPackage) found.push(file)
    if ((exists && !inPackage) || folder === dirname(folder)) break
  }
  return found
}

/** Returns true for a folder, or a link to one. */
export function isFolder(path: string): boolean {
  return findStat(path)?.isDirectory() === true
}

/** Returns true for a file, or a link to one. */
export function isFile(path: string): boolean {
  return findStat(path)?.isFile() === true
}

/** Returns true for a path below a folder. */
export function isInside(folder: string, path: string): boolean {
  const steps = relative(folder, path)
  return steps !== '' && steps !== '..' && !steps.startsWith(`..${sep}`) && !steps.startsWith(sep)
}

/** Treats a path that cannot exist as absent, as one through a file: `data.json/package.json`. */
export function findStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ELOOP') return undefined
    throw error
  }
}
