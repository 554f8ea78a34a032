import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

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
