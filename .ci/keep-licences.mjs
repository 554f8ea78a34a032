/**
 * An esbuild plugin that keeps the licences of bundled packages: the licence file of each, and the notice with
 * which a source begins, become comments that esbuild carries over. Most packages do not mark theirs as such.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const inPackage = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//
const firstComments = /^(?:\s*(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*))*/
const marked = /\/\*!|@license|@preserve/

export function keepLicences() {
  const done = new Set()
  return {
    name: 'keep-licences',
    setup({ onLoad }) {
      onLoad({ filter: /\/node_modules\/.*[.][cm]?js$/ }, ({ path }) => {
        const [, folder, name] = inPackage.exec(path)
        const source = readFileSync(path, 'utf8')
        const [notice] = firstComments.exec(source)
        const kept = /copyright/i.test(notice) && !marked.test(notice) ? [notice] : []
        if (!done.has(folder)) kept.unshift(`${name}\n\n${readLicence(folder)}`)
        done.add(folder)
        return { contents: [...kept.map(toComment), source].join('\n'), loader: 'js' }
      })
    },
  }
}

/** Returns the licence of the package in a folder, or what its `package.json` says where there is no file. */
export function readLicence(folder) {
  const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry))
  if (file) return readFileSync(join(folder, file), 'utf8')
  const { license, author, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!license || !author) throw new Error(`${folder} is bundled, and says nothing of its licence.`)
  return `Licence: ${license}, by ${author}, ${homepage}`
}

function toComment(text) {
  return `/*! ${text.replaceAll(/\/\*|\*\//g, '').trim()}\n*/`
}
