import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { findInstalled } from './packages.ts'

/** Returns the remedy for an import in a folder whose path leads nowhere. */
export function adviseModule(path: string, folder: string): string {
  if (/^(\.{0,2}\/|[A-Za-z]:)/.test(path)) {
    const meant = path.startsWith('.') ? findMeant(path, folder) : null
    return meant === null ? 'Correct the path.' : `Correct the path: there is ${meant}.`
  }
  if (path.startsWith('#')) return 'Name it in "imports" of the package.json above the plugins.'
  const [scope = '', name] = path.split('/')
  const wanted = scope.startsWith('@') && name !== undefined ? `${scope}/${name}` : scope
  const installed = findInstalled(wanted, folder)
  if (installed !== null)
    return (
      `${wanted} is installed, and ${path} leads to no file of it: build it if it is one of your own, so ` +
      `that the files are there that ${installed}/package.json names, or import one of those under "exports".`
    )
  return (
    `Install the package: npm install ${wanted}. If it is none, write a relative path, or name it in ` +
    '"imports" of package.json ("#lib/*": "./lib/*") and import it as such: ' +
    '"paths" of a tsconfig.json are not read.'
  )
}

/**
 * Returns the path of a module that an import with this path means but for upper and lower case, or for its
 * ending; null where there is none.
 */
function findMeant(path: string, folder: string): string | null {
  const wanted = join(folder, path)
  const parent = dirname(wanted)
  if (!existsSync(parent)) return null
  const toPlain = (name: string): string => name.toLowerCase().replace(/\.[cm]?[jt]sx?$/, '')
  const found = readdirSync(parent).find((name) => toPlain(name) === toPlain(basename(wanted)))
  return found === undefined ? null : `${path.slice(0, path.length - basename(path).length)}${found}`
}
