/** The packages that are installed in a repository, as a checkout of a revision of it has them. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { isFolder, isInside } from '../files/paths.ts'

/**
 * Puts a `node_modules` into each folder of a checkout whose place in the repository has one. A package of
 * the repository itself, to which a workspace has a link, is that of the checkout: the one of the working
 * tree would hide each change of its types. All others are those that are installed now.
 */
export function linkPackages(root: string, checkout: string): void {
  for (const place of ['', ...listPackagePlaces(root)]) {
    const [from, to] = [root, checkout].map((folder) => join(folder, place, 'node_modules'))
    if (from && to && isFolder(from) && isFolder(dirname(to)) && !existsSync(to)) {
      rmSync(to, { force: true }) // a link in the revision, which leads nowhere from here
      for (const name of listPackages(from)) linkPackage(join(from, name), join(to, name), { root, checkout })
    }
  }
}

/** Returns the folders of a repository with a package.json, but those that are ignored. */
function listPackagePlaces(root: string): string[] {
  const kinds = ['--cached', '--others', '--exclude-standard']
  const args = ['-C', root, 'ls-files', '-z', ...kinds, '--', ':(glob)**/package.json']
  const paths = execFileSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const places = paths.split('\0').filter((path) => path.includes('/') && !path.includes('node_modules/'))
  return [...new Set(places.map((path) => dirname(path)))]
}

function listPackages(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'))
  return names.flatMap((name) => {
    if (!name.startsWith('@') || !isFolder(join(folder, name))) return [name]
    return readdirSync(join(folder, name)).map((inner) => join(name, inner))
  })
}

function linkPackage(
  installed: string,
  link: string,
  { root, checkout }: { readonly root: string; readonly checkout: string },
): void {
  if (!existsSync(installed)) return // a link that leads nowhere now
  const target = realpathSync(installed)
  const inside = relative(root, target)
  const isOwn = isInside(root, target) && !inside.split(sep).includes('node_modules')
  const place = isOwn ? join(checkout, inside) : target
  if (!existsSync(place)) return // not yet a package in that revision
  mkdirSync(dirname(link), { recursive: true })
  symlinkSync(place, link)
}
