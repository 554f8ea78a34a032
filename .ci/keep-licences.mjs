/**
 * An esbuild plugin that keeps the licences of bundled packages: the licence file of each, and the notice with
 * which a source begins, become comments that esbuild carries over. Most packages do not mark theirs as such.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const inPackage = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//

export function keepLicences() {
  const done = new Set()
  return {
    name: 'keep-licences',
    setup({ onLoad }) {
      onLoad({ filter: /\/node_modules\/.*[.][cm]?js$/ }, ({ path }) => {
        const [, folder, name] = inPackage.exec(path)
        const source = readFileSync(path, 'utf8').replace(/^\s*\/\*(?![!*])(?=(?:(?!\*\/)[^])*copyright)/i, '/*!')
        if (done.has(folder)) return { contents: source, loader: 'js' }
        done.add(folder)
        return { contents: `${readLicence(folder, name)}\n${source}`, loader: 'js' }
      })
    },
  }
}

function readLicence(folder, name) {
  const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry))
  if (!file) throw new Error(`${name} has no licence file.`)
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('*/', '* /').trim()
  return `/*! ${name}\n\n${text}\n*/`
}
