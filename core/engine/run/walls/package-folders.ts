import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the folders in which Node looks for the packages of a module in `folder`, the uppermost first. */
export function listPackageFolders(folder: string): readonly string[] {
  const parent = dirname(folder)
  const above = parent === folder ? [] : listPackageFolders(parent)
  const own = join(folder, 'node_modules')
  return existsSync(own) ? [...above, own] : above
}
