/** What the npm package holds: documents and source maps that lead somewhere, and the types of its API. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, normalize, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

describe('the package', () => {
  let files = new Set<string>()
  let size = 0
  beforeAll(() => {
    const packed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
    })
    const [content] = JSON.parse(packed) as readonly [
      { readonly size: number; readonly files: readonly { readonly path: string }[] },
    ] // npm's form
    files = new Set(content.files.map(({ path }) => path))
    size = content.size
  })

  it('holds the documents and pictures that its documents show', () => {
    const folders = new Set([...files].flatMap((path) => [dirname(path), dirname(dirname(path))]))
    const documents = [...files].filter((path) => path.endsWith('.md'))
    expect(documents).toEqual(
      expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'ENVELOPE.md']),
    )
    const dead = documents.flatMap((path) => {
      const text = read(path).replace(/^```.*?^```/gms, '')
      const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)|(?:src|href)="([^"]+)"/g)]
      const targets = links
        .flatMap(([, link, address = '']) => link ?? address)
        .filter((link) => !/^[a-z]+:|^#/.test(link))
        .map((link) => normalize(join(dirname(path), link)))
        .filter((target) => !isSource(target))
      return targets
        .filter((target) => !files.has(target) && !folders.has(target))
        .map((target) => `${path}: ${target}`)
    })
    expect(dead).toEqual([])
  })

  it('holds no source but the types of assets, and no maps to any', () => {
    const sources = [...files].filter((path) => /[.]tsx?$/.test(path) && !path.startsWith('dist/types/'))
    expect(sources).toEqual(['core/plugin-assets.d.ts'])
    expect([...files].filter((path) => path.endsWith('.map'))).toEqual([])
  })

  it('holds what its entries name, and is small', () => {
    const { exports, bin } = JSON.parse(read('package.json')) as {
      readonly exports: { readonly [entry: string]: string | { readonly [condition: string]: string } }
      readonly bin: { readonly [name: string]: string }
    } // its form, as it stands in this repository
    const targets = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    )
    const named = [...targets, ...Object.values(bin)].map((path) => normalize(path))
    expect(named).toContain('dist/types/core/plugin.d.ts')
    expect(named.filter((path) => !files.has(path))).toEqual([])
    // Half of it is the viewer, of which a third is the viewer in one file.
    expect(size).toBeLessThan(2_600_000)
    // About half of what a file for each module would be; each format is a file that is loaded when it is met.
    expect(files.size).toBeLessThan(620)
  })

  it('holds the types that its entries show, and no others', () => {
    const shown = new Set(
      ['package', 'plugin', 'client/client', 'viewer/module/module'].map(
        (name) => `dist/types/core/${name}.d.ts`,
      ),
    )
    for (const path of shown) {
      const specifiers = read(path).matchAll(/["']([.]{1,2}\/[^"']+)["']/g)
      for (const [, specifier = ''] of specifiers)
        shown.add(normalize(join(dirname(path), specifier.replace(/(?<![.]d)[.][jt]s$/, '.d.ts'))))
    }
    shown.delete('core/plugin-assets.d.ts') // written by hand, so it lies among the sources
    const declarations = [...files].filter((path) => path.startsWith('dist/types/'))
    expect(declarations.sort()).toEqual([...shown].sort())
    // The inside is classes; the API is types and functions, what a client throws, the loop over its job, and
    // an element.
    const classes = declarations.flatMap((path) => [...read(path).matchAll(/^export declare class (\w+)/gm)])
    const names = classes.map(([, name = '']) => name)
    expect(names.sort()).toEqual(['JobRun', 'ProblemError', 'SpecimenError', 'SpecimenViewElement'])
  })

  it('has no size in its module that follows the root element of the page around it', () => {
    const [module = ''] = [...files].filter((path) => /^dist\/viewer\/module-\w+[.]js$/.test(path))
    expect(read(module)).toContain('px')
    expect(read(module)).not.toMatch(/\drem\b/)
  })

  it('depends on every package that its programs and types import', () => {
    const { dependencies, optionalDependencies } = JSON.parse(read('package.json')) as {
      readonly [group: string]: { readonly [name: string]: string }
    } // its form, as it stands in this repository
    const programs = [...files].filter((path) => /^dist\/.*[.]js$/.test(path))
    const types = [...files].filter((path) => path.startsWith('dist/types/'))
    // Esbuild writes double quotes; single ones stand in the templates of plugins, which are texts here.
    const imported = [
      ...programs.flatMap((path) => [...read(path).matchAll(/(?:\bfrom |^import |\bimport\()"([^."]+)"/gm)]),
      ...types.flatMap((path) => [...read(path).matchAll(/(?:\bfrom |^import |\bimport\()'([^.']+)'/gm)]),
    ].map(([, name = '']) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    // Examples in comments import the package itself.
    const packages = new Set(imported.filter((name) => !isBuiltin(name) && name !== 'specimen-host'))
    expect([...packages]).toEqual(expect.arrayContaining(['fastify', 'pino', 'tinypool', 'esbuild', 'ws']))
    const known = { ...dependencies, ...optionalDependencies }
    expect([...packages].filter((name) => !Object.hasOwn(known, name))).toEqual([])
  })
})

/** Returns whether a link leads to what only the repository has: a program, a folder, a fixture, a picture. */
function isSource(target: string): boolean {
  return (
    /^(test|[.]ci)\b/.test(target) || /[.](m?[tj]sx?|py|json|png)$/.test(target) || !/[.]\w+$/.test(target)
  )
}
