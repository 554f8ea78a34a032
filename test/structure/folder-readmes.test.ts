/** The README of a folder says what each file is: none is left out, and none is named that is gone. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { readSources, root } from './sources.ts'

const paths = readSources('core').map(({ path }) => path)

/** Returns the nearest README above a file, and the file's path below it. */
function findReadme(path: string): { readonly text: string; readonly below: string } {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const readme = join(root, folder, 'README.md')
    if (existsSync(readme))
      return { text: readFileSync(readme, 'utf8'), below: path.slice(folder.length + 1) }
  }
}

it('names every file, or the folder that it is in', () => {
  const missing = paths.filter((path) => {
    const { text, below } = findReadme(path)
    return !text.includes(`${basename(path)}\``) && !text.includes(`\`${dirname(below)}/\``)
  })
  expect(missing).toEqual([])
})

it('names no file that is gone', () => {
  const names = new Set(paths.map((path) => basename(path)))
  const gone = [...new Set(paths.map(dirname))].flatMap((folder) => {
    const readme = join(root, folder, 'README.md')
    const text = existsSync(readme) ? readFileSync(readme, 'utf8') : ''
    const named = [...text.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name = '']) => name)
    return named
      .filter((name) => !names.has(name) && !name.endsWith('.d.ts') && !existsSync(join(root, 'build', name)))
      .map((name) => `${folder}: ${name}`)
  })
  expect(gone).toEqual([])
})
