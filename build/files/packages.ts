import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the name and the folder of the package that a file belongs to; null for an author's own file. */
export function findPackage(path: string): { readonly name: string; readonly folder: string } | null {
  const [, folder, name] = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))(?=[\\/])/.exec(path) ?? []
  return folder === undefined || name === undefined ? null : { name: name.replaceAll('\\', '/'), folder }
}

/** Returns the real folder of a package, as Node looks for it from a folder; null where it is not there. */
export function findInstalled(name: string, folder: string): string | null {
  const place = join(folder, 'node_modules', name)
  if (existsSync(place)) return realpathSync(place)
  const parent = dirname(folder)
  return parent === folder ? null : findInstalled(name, parent)
}
