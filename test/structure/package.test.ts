/** What the npm package holds: its documents lead somewhere, and so do its source maps. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('the package', () => {
  let files = new Set<string>()
  beforeAll(() => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
    })
    const [{ files: entries }] = JSON.parse(packed) as readonly [
      { readonly files: readonly { readonly path: string }[] },
    ] // npm's form
    files = new Set(entries.map(({ path }) => path))
  }, 60_000)

  it('holds what its documents link to, but for pictures', () => {
    const folders = new Set([...files].flatMap((path) => [dirname(path), dirname(dirname(path))]))
    const documents = [...files].filter((path) => path.endsWith('.md'))
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'ENVELOPE.md']),
    )
    const dead = documents.flatMap((path) => {
      const text = read(path).replace(/^```.*?^```/gms, '')
      const links = [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link)
      const targets = links
        .filter((link) => !/^[a-z]+:|[.]png$/.test(link))
        .map((link) => normalize(join(dirname(path), link)))
      return targets
        .filter((target) => !files.has(target) && !folders.has(target))
        .map((target) => `${path}: ${target}`)
    })
    expect(dead).toEqual([])
  })

  it('holds the sources that its source maps name', () => {
    const maps = [...files].filter((path) => path.endsWith('.js.map'))
    expect(maps.length).toBeGreaterThan(5)
    const missing = maps.flatMap((path) => {
      // Esbuild wrote it.
      const { sources } = JSON.parse(read(path)) as { readonly sources: readonly string[] }
      return sources
        .map((source) => normalize(join(dirname(path), source)))
        .filter((source) => !files.has(source))
    })
    expect(missing).toEqual([])
  })
})
