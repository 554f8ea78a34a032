/** The direction of imports: a folder may import itself and what stands below it, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** What everything that picks implementations may import. */
const inside = ['core/catalog', 'core/run', 'core/functions', 'core/cache', 'core/wire', 'core/domain']

/** What each layer may import besides itself. Files at the top of core are layers of their own. */
const allowed: { readonly [layer: string]: readonly string[] } = {
  'core/domain': [],
  'core/schema': ['core/domain'],
  'core/plugin.ts': [],
  'core/wire': ['core/domain'],
  'core/client': ['core/wire', 'core/domain'],
  'core/cache': ['core/wire', 'core/domain'],
  'core/run': ['core/cache', 'core/wire', 'core/domain'],
  'core/files': ['core/domain'],
  'core/functions': ['core/schema', 'core/run', 'core/files', 'core/wire', 'core/domain'],
  'core/jobs': ['core/run', 'core/functions', 'core/cache', 'core/wire', 'core/domain'],
  'core/catalog': [
    'core/schema',
    'core/run',
    'core/functions',
    'core/files',
    'core/cache',
    'core/wire',
    'core/domain',
  ],
  'core/http': [
    'core/jobs',
    'core/catalog',
    'core/run',
    'core/functions',
    'core/cache',
    'core/wire',
    'core/domain',
  ],
  'core/federation': [
    'core/catalog',
    'core/schema',
    'core/run',
    'core/functions',
    'core/files',
    'core/cache',
    'core/wire',
    'core/domain',
  ],
  'core/version.ts': [],
  'core/option.ts': ['core/domain'],
  'core/config.ts': ['core/option.ts', 'core/domain'],
  'core/listen-problem.ts': ['core/domain'],
  'core/engine.ts': [...inside, 'core/config.ts'],
  'core/worker-host.ts': [
    ...inside,
    'core/federation',
    'core/engine.ts',
    'core/config.ts',
    'core/version.ts',
  ],
  'core/host.ts': [
    ...inside,
    'core/http',
    'core/jobs',
    'core/federation',
    'core/engine.ts',
    'core/worker-host.ts',
    'core/config.ts',
    'core/listen-problem.ts',
    'core/version.ts',
  ],
  'core/package.ts': ['core/host.ts', 'core/worker-host.ts', 'core/catalog', 'core/config.ts'],
  'core/cli': [
    'core/host.ts',
    'core/worker-host.ts',
    'core/config.ts',
    'core/option.ts',
    'core/listen-problem.ts',
    'core/version.ts',
    'core/domain',
    'build/cli.ts',
  ],
  build: ['core/domain', 'core/schema', 'core/plugin.ts'],
}

/** npm packages that only one layer may import. */
const owners: { readonly [packageName: string]: readonly string[] } = {
  'ts-morph': ['build/'],
  esbuild: ['build/'],
  fastify: ['core/http/'],
  '@fastify/cors': ['core/http/'],
  tinypool: ['core/run/'],
  pino: ['core/engine.ts', 'core/host.ts', 'core/worker-host.ts'],
  ws: ['core/federation/'],
  commander: ['core/cli/'],
}

const layerOf = (path: string): string => {
  if (path === 'build/cli.ts') return path
  const [top, second = ''] = path.split('/')
  return top === 'core' ? `core/${second}` : (top ?? '')
}
const files = ['core', 'build'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .map((path) => join(folder, path)),
)
const importsOf = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/(?:^|\s)(?:from|import)\s*\(?\s*'([^']+)'/gm)].map(
    ([, name = '']) => name,
  )

describe('imports', () => {
  it.each(files)('of %s go one way', (path) => {
    const layer = layerOf(path) === 'build/cli.ts' ? 'build' : layerOf(path)
    const relatives = importsOf(path).filter((name) => name.startsWith('.'))
    const targets = relatives.map((name) => relative(root, resolve(root, dirname(path), name)))
    const wrong = targets.filter(
      (target) =>
        !target.startsWith('..') &&
        ![layer, ...(allowed[layer] ?? [])].includes(layerOf(target)) &&
        !(layer === 'build' && target.startsWith('build/')),
    )
    expect(Object.hasOwn(allowed, layer), `${layer} has no rule`).toBe(true)
    expect(wrong).toEqual([])
    for (const name of relatives) expect(name, 'explicit .ts imports').toMatch(/\.(ts|json)$/)
  })

  it('of packages stay in the layer that owns them', () => {
    const wrong = files.flatMap((path) =>
      importsOf(path).flatMap((name) => {
        const packageName = name.startsWith('@')
          ? name.split('/').slice(0, 2).join('/')
          : (name.split('/')[0] ?? '')
        const own = owners[packageName]
        return own && !own.some((place) => path.startsWith(place)) ? [`${path} imports ${name}`] : []
      }),
    )
    expect(wrong).toEqual([])
  })

  it('of domain, schema, wire and client need nothing but the language', () => {
    const wrong = files
      .filter((path) => /^core\/(domain|schema|wire|client)\//.test(path))
      .flatMap((path) =>
        importsOf(path)
          .filter((name) => !name.startsWith('.'))
          .map((name) => `${path} imports ${name}`),
      )
    expect(wrong).toEqual([])
  })

  it('name ts-morph in one file only', () => {
    expect(files.filter((path) => importsOf(path).includes('ts-morph'))).toHaveLength(1)
  })
})
