/**
 * The compiler stays behind the reader: a second reader can take its place, and a warm run need not load it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const folder = new URL('../../build/', import.meta.url)

/** The modules that a file imports or exports again with values, at once: not types, not `await import`. */
function listImports(name: string): string[] {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const statements = text.matchAll(
    /^(?:import|export) (?!type\b)(?:\{([^}]*)\}|[\w*][^'{]*?) from '([^']+)'/gm,
  )
  return [...statements].flatMap(([, names, path = '']) => {
    const onlyTypes = names?.split(',').every((imported) => /^\s*(type .*)?$/.test(imported))
    return onlyTypes ? [] : [path]
  })
}

/** Paths of files count from `build/`. */
function reach(name: string, seen: Set<string> = new Set()): Set<string> {
  for (const path of listImports(name)) {
    const found = path.startsWith('.') ? posix.join(posix.dirname(name), path) : path
    if (seen.has(found)) continue
    seen.add(found)
    if (path.startsWith('.') && !found.startsWith('..')) reach(found, seen)
  }
  return seen
}

test('the command loads nothing that reads, checks or bundles before it needs it', () => {
  const modules = [...reach('commands/build-changed.ts')]
  expect(modules).toContain('output/cache.ts')
  expect(modules).not.toContain('read/compiler.ts')
  expect(modules).not.toContain('ts-morph')
  expect(modules).not.toContain('derive/derive-schema.ts')
  expect(modules).not.toContain('esbuild')
})

test('the reader reaches the compiler', () => {
  expect([...reach('read/read-signature.ts')]).toContain('ts-morph')
})

test('one file names the compiler', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const naming = files.filter((name) => / from 'ts-morph'/.test(readFileSync(new URL(name, folder), 'utf8')))
  expect(naming).toEqual(['read/port.ts'])
})

test('a warm check loads nothing that reads, checks or bundles either', () => {
  const modules = [...reach('commands/check.ts')]
  expect(modules).toContain('output/check-cache.ts')
  expect(modules).not.toContain('read/port.ts')
  expect(modules).not.toContain('esbuild')
})
