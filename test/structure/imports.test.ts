/** The direction of imports: a room may import itself and the rooms listed for it, and nothing else. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { describe, expect, it } from 'vitest'
import { findNodes, readSources, root, type SourceFile } from './sources.ts'

/**
 * What each room may import besides itself. A room is a file or a folder; the longest name that fits a file
 * is its room. What a host and a worker are assembled of stands at the end.
 */
const allowed: { readonly [room: string]: readonly string[] } = {
  'core/domain': [],
  'core/schema': ['core/domain'],
  // ajv, which pages cannot have.
  'core/schema/compiled': ['core/schema', 'core/domain'],
  'core/plugin.ts': [],
  'core/wire': ['core/domain'],
  'core/client': ['core/wire', 'core/domain'],
  // What an exported page has in the place of a host. It encodes as hosts do.
  'core/site': [
    'core/site/node',
    'core/viewer',
    'core/viewer/data',
    'core/viewer/module',
    'core/viewer/session',
    'core/client',
    'core/run',
    'core/wire',
    'core/domain',
  ],
  'core/site/node': [],
  // Files as results, in pages and hosts alike.
  'core/formats': [
    'core/formats/mesh',
    'core/formats/volume',
    'core/formats/image',
    'core/formats/jpeg',
    'core/formats/tiff',
    'core/formats/surface',
    'core/formats/vtk',
    'core/wire',
    'core/domain',
  ],
  // What scanners, visualization and printers write, mostly in XML.
  'core/formats/surface': [
    'core/formats',
    'core/formats/mesh',
    'core/formats/volume',
    'core/wire',
    'core/domain',
  ],
  'core/formats/vtk': [
    'core/formats',
    'core/formats/surface',
    'core/formats/volume',
    'core/wire',
    'core/domain',
  ],
  'core/formats/mesh': ['core/formats', 'core/domain'],
  'core/formats/volume': ['core/formats', 'core/domain'],
  'core/formats/image': ['core/formats', 'core/domain'],
  'core/formats/jpeg': ['core/formats', 'core/formats/image', 'core/domain'],
  'core/formats/tiff': [
    'core/formats',
    'core/formats/image',
    'core/formats/jpeg',
    'core/formats/volume',
    'core/domain',
  ],
  // How a result is drawn, as data: for the page, hosts, the build and what draws without a browser.
  'core/look': ['core/domain'],
  // A result as a PNG, drawn without a browser: for hosts, and for the one command of build/ that asks for it.
  'core/picture': [
    'core/domain',
    'core/look',
    'core/viewer/data', // the page's normals, ranges and quantiles
  ],
  // The page. What is chosen and what is shown is plain; `stage` alone knows three, and never the page.
  'core/viewer/state': ['core/domain', 'core/look'],
  'core/viewer/data': [
    'core/client',
    'core/domain',
    'core/formats',
    'core/look',
    'core/wire',
    'core/run/encoding', // files to save, of a page without a host
  ],
  'core/viewer/drive': ['core/domain', 'core/viewer/data', 'core/viewer/panel'],
  'core/viewer/panel': ['core/domain', 'core/schema'],
  'core/viewer/stage': ['core/domain', 'core/look', 'core/viewer/data'],
  'core/viewer/slices': ['core/domain', 'core/look', 'core/viewer/data', 'core/viewer/parts'],
  'core/viewer/color-bar': ['core/look'],
  'core/viewer/transfer': ['core/look', 'core/viewer/data'],
  'core/viewer/parts': [],
  'core/viewer/figure': ['core/domain', 'core/viewer/panel', 'core/viewer/parts'],
  'core/viewer/history': ['core/domain', 'core/look', 'core/viewer/panel'],
  'core/viewer/compare': [
    'core/client',
    'core/domain',
    'core/look',
    'core/viewer/panel',
    'core/viewer/parts',
    'core/viewer/state',
  ],
  'core/viewer/sweep': [
    'core/domain',
    'core/look',
    'core/viewer/data',
    'core/viewer/drive',
    'core/viewer/panel',
    'core/viewer/parts',
    'core/viewer/stage',
    'core/viewer/state',
  ],
  'core/viewer/session': ['core/client', 'core/domain'],
  // Rooms of people; its port and its form for a person are known to the page of a specimen.
  'core/viewer/room': [
    'core/client',
    'core/domain',
    'core/look',
    'core/viewer/data',
    'core/viewer/drive',
    'core/viewer/panel', // which values a specimen needs
    'core/viewer/parts',
    'core/viewer/session',
    'core/viewer/stage',
    'core/viewer/state',
    'core/wire',
  ],
  'core/viewer/gallery': ['core/client', 'core/domain', 'core/viewer/session'],
  'core/viewer/dev': ['core/domain'],
  'core/viewer/specimen': [
    'core/client',
    'core/domain',
    'core/look',
    'core/viewer/color-bar',
    'core/viewer/compare',
    'core/viewer/data',
    'core/viewer/drive',
    'core/viewer/figure',
    'core/viewer/history',
    'core/viewer/panel',
    'core/viewer/parts',
    'core/viewer/room',
    'core/viewer/slices',
    'core/viewer/stage',
    'core/viewer/state',
    'core/viewer/sweep',
    'core/viewer/transfer',
  ],
  'core/viewer/own-file': [
    'core/client',
    'core/domain',
    'core/formats',
    'core/viewer/data',
    'core/viewer/parts',
    'core/viewer/specimen',
    'core/viewer/state',
  ],
  'core/viewer/page': [
    'core/domain',
    'core/viewer/data',
    'core/viewer/dev',
    'core/viewer/gallery',
    'core/viewer/own-file',
    'core/viewer/parts',
    'core/viewer/room',
    'core/viewer/session',
    'core/viewer/specimen',
    'core/viewer/state',
  ],
  // A view with all that it needs, in any element; the page at / is one.
  'core/viewer/module': [
    'core/domain',
    'core/viewer/data',
    'core/viewer/dev',
    'core/viewer/gallery',
    'core/viewer/own-file',
    'core/viewer/page',
    'core/viewer/session',
    'core/viewer/specimen',
    'core/viewer/state',
  ],
  'core/viewer': ['core/viewer/module', 'core/viewer/page', 'core/viewer/session', 'core/viewer/state'],
  'core/dev': ['core/domain'],
  'core/cache': ['core/domain'],
  // What clients make a host hold. Holders stand above it.
  'core/account': ['core/domain'],
  'core/files': ['core/domain'],
  'core/run': ['core/cache', 'core/domain'],
  // What runs beside plugins knows nothing of the pool that started it, and the other way round.
  'core/run/plugin-side': ['core/run', 'core/wire', 'core/domain'],
  'core/run/pool': ['core/run', 'core/run/walls', 'core/wire', 'core/domain'],
  'core/run/walls': ['core/run', 'core/domain'],
  'core/run/encoding': ['core/run', 'core/wire', 'core/domain'],
  // Draws on a thread.
  'core/run/drawing': ['core/account', 'core/cache', 'core/run', 'core/picture', 'core/domain'],
  'core/run/decoding': ['core/run', 'core/run/pool', 'core/run/walls', 'core/formats', 'core/domain'],
  'core/functions': [
    'core/schema',
    'core/schema/compiled',
    'core/run',
    'core/run/pool',
    'core/files',
    'core/domain',
  ],
  'core/jobs': ['core/run', 'core/cache', 'core/domain'],
  'core/catalog': [
    'core/look', // whether a view can be read
    'core/schema',
    'core/schema/compiled',
    'core/formats', // which of them a file has
    'core/run',
    'core/run/pool',
    'core/run/decoding',
    'core/functions',
    'core/files',
    'core/domain',
  ],
  'core/access': ['core/files', 'core/domain'],
  // Whoever is in a room, and what they see together.
  'core/rooms': [
    'core/access',
    'core/catalog',
    'core/functions',
    'core/run',
    'core/schema', // its words for refusals
    'core/wire',
    'core/domain',
  ],
  // What a host tells of itself. It sees the ports of what it counts; those know nothing of it.
  'core/watch': [
    'core/watch/trace',
    'core/account',
    'core/cache',
    'core/jobs',
    'core/run',
    'core/run/pool',
    'core/wire',
    'core/domain',
  ],
  'core/watch/trace': ['core/watch', 'core/run', 'core/domain'],
  'core/http': [
    'core/account',
    'core/watch',
    'core/access',
    'core/http/routes',
    'core/http/request',
    'core/http/answer',
    'core/http/connection',
    'core/rooms',
    'core/wire',
    'core/domain',
  ],
  'core/http/routes': [
    'core/account',
    'core/rooms',
    'core/watch',
    'core/access',
    'core/http/request',
    'core/http/answer',
    'core/http/openapi',
    'core/http/docs',
    'core/dev',
    'core/jobs',
    'core/catalog',
    'core/run',
    'core/run/encoding',
    'core/run/decoding',
    'core/run/drawing',
    'core/look', // whether a view can be read
    'core/functions',
    'core/cache',
    'core/wire',
    'core/domain',
  ],
  'core/http/docs': ['core/http/openapi', 'core/http/answer', 'core/domain'],
  'core/http/openapi': ['core/access', 'core/http/answer', 'core/wire', 'core/domain'],
  'core/http/connection': ['core/http/answer', 'core/domain'],
  'core/http/answer': [
    'core/account',
    'core/http/request',
    'core/schema',
    'core/catalog',
    'core/run',
    'core/run/encoding',
    'core/cache',
    'core/wire',
    'core/domain',
  ],
  'core/http/request': ['core/catalog', 'core/watch', 'core/domain'],
  'core/federation/link': ['core/domain'],
  // Relay and worker never import each other.
  'core/federation/relay': [
    'core/federation/link',
    'core/config.ts',
    'core/catalog',
    'core/schema',
    'core/run',
    'core/files',
    'core/domain',
  ],
  'core/federation/worker': [
    'core/federation/link',
    'core/catalog',
    'core/schema',
    'core/run',
    'core/functions',
    'core/domain',
  ],
  // What a host remembers and shares, alone or in a group: the port is made of the ports of others.
  'core/memory': [
    'core/rooms',
    'core/watch',
    'core/config.ts',
    'core/federation/relay',
    'core/http/routes',
    'core/engine.ts',
    'core/catalog',
    'core/jobs',
    'core/run',
    'core/cache',
    'core/domain',
  ],
  'core/group/redis': ['core/group', 'core/domain'],
  'core/group/members': ['core/group', 'core/group/redis', 'core/domain'],
  'core/group/outside': [
    'core/group',
    'core/group/redis',
    'core/group/members',
    'core/group/results',
    'core/http/routes',
    'core/domain',
  ],
  'core/group/results': ['core/group/redis', 'core/http/routes', 'core/cache', 'core/run', 'core/domain'],
  'core/group/rooms': ['core/group/redis', 'core/group/results', 'core/rooms', 'core/wire', 'core/domain'],
  // Of a relay it takes the error of a worker that has moved.
  'core/group/runs': [
    'core/group/redis',
    'core/group/results',
    'core/memory',
    'core/federation/relay',
    'core/run',
    'core/domain',
  ],
  // Of a relay it takes the sessions, and what reads a worker's catalog.
  'core/group/workers': [
    'core/group/redis',
    'core/group/members',
    'core/group/results',
    'core/group/runs',
    'core/federation/link',
    'core/federation/relay',
    'core/http/routes',
    'core/catalog',
    'core/domain',
  ],
  'core/group/jobs': [
    'core/group/redis',
    'core/group/results',
    'core/group/runs',
    'core/jobs',
    'core/domain',
  ],
  'core/group': [
    'core/group/redis',
    'core/group/members',
    'core/group/results',
    'core/group/rooms',
    'core/group/runs',
    'core/group/jobs',
    'core/group/workers',
    'core/http/routes',
    'core/memory',
    'core/version.ts',
    'core/watch',
    'core/domain',
  ],
  'core/version.ts': [],
  'core/options': ['core/domain'],
  'core/config.ts': ['core/options', 'core/domain'],
  'core/engine.ts': [
    'core/config.ts',
    'core/domain',
    'core/catalog',
    'core/functions',
    'core/run',
    'core/run/pool',
    'core/run/walls',
    'core/run/encoding',
    'core/run/decoding',
    'core/run/drawing',
  ],
  'core/worker-host.ts': [
    'core/watch',
    'core/engine.ts',
    'core/config.ts',
    'core/version.ts',
    'core/federation/worker',
    'core/catalog',
    'core/domain',
  ],
  'core/host.ts': [
    'core/account',
    'core/watch',
    'core/access',
    'core/engine.ts',
    'core/config.ts',
    'core/version.ts',
    'core/http',
    'core/http/answer',
    'core/http/connection', // errors on listening
    'core/federation/relay', // loaded where there are workers
    'core/memory',
    'core/dev',
    'core/jobs',
    'core/rooms',
    'core/catalog',
    'core/run',
    'core/group',
    'core/wire',
  ],
  'core/doctor': [
    'core/access',
    'core/config.ts',
    'core/engine.ts',
    'core/http/connection', // whether a host could listen
    'core/group',
    'core/group/outside',
    'core/run/pool',
    'core/run/walls',
    'core/watch',
    'core/domain',
  ],
  'core/package.ts': ['core/host.ts', 'core/worker-host.ts', 'core/config.ts', 'core/catalog'],
  'core/cli': [
    'core/files', // what commands write
    'core/access',
    'core/client', // `specimen join`
    'core/host.ts',
    'core/worker-host.ts',
    'core/dev', // a host of `specimen dev`
    'core/engine.ts', // what `specimen thumbnail` calls functions with
    'core/catalog', // and the specimens that it draws
    'core/watch', // its log
    'core/doctor',
    'core/http/connection', // whether a host could listen
    'core/config.ts',
    'core/options',
    'core/version.ts',
    'core/functions', // signatures of bundles
    'core/domain',
    'build/commands', // loaded when one of them is run
  ],
  'build/model': ['core/schema', 'core/domain'],
  'build/files': ['build/model', 'core/domain'],
  // The one room that knows TypeScript.
  'build/read': ['build/model', 'build/files', 'core/domain'],
  'build/check': [
    'core/schema',
    'core/schema/compiled',
    'core/look', // whether a view can be read
    'build/derive',
    'build/model',
    'core/domain',
  ],
  'build/derive': ['build/model', 'core/domain'],
  'build/bundle': ['build/model', 'build/files', 'core/domain'],
  'build/output': ['build/model', 'build/files', 'core/files', 'core/domain'],
  'build/compare': ['build/model', 'core/schema/compiled', 'core/domain'],
  'build/report': ['build/model', 'build/compare', 'core/domain'],
  'build/commands': [
    'build',
    'build/model',
    'build/files',
    'build/read',
    'build/derive',
    'build/output',
    'build/compare',
    'build/report',
    'build/bundle', // pages of `specimen export`
    'core/client', // and the host that it asks
    'core/site',
    'core/wire',
    'core/picture', // `specimen thumbnail` and `diff`
    'core/files', // what they write is put in place at once
    'core/version.ts',
    'core/domain',
  ],
  // What assembles a build: build-plugins.ts and list-schemas.ts.
  build: [
    'build/model',
    'build/files',
    'build/read',
    'build/check',
    'build/derive',
    'build/bundle',
    'build/compare',
    'core/domain',
  ],
}

/** npm packages that only some rooms may import; others are core's. */
const owners: { readonly [packageName: string]: string | readonly string[] } = {
  'ts-morph': 'build/read',
  esbuild: 'build/bundle',
  chokidar: 'build/commands',
  fastify: 'core/http',
  '@fastify/cors': 'core/http',
  jose: 'core/access',
  tinypool: 'core/run',
  pino: 'core',
  'pino-pretty': 'core/watch',
  ws: ['core/federation', 'core/rooms', 'core/cli'],
  ajv: 'core/schema/compiled',
  ioredis: 'core/group',
  bullmq: 'core/group',
  'lru-cache': 'core/cache',
  'fast-png': ['core/run', 'core/picture'],
  fflate: ['core/formats', 'core/run/encoding', 'core/site/node'],
  pako: ['core/formats'],
}

/** Packages that are bundled into what needs them, so that an installation is without them. */
const bundled: { readonly [packageName: string]: string | readonly string[] } = {
  '@cfworker/json-schema': 'core/viewer/panel',
  three: 'core/viewer/stage',
  preact: 'core/viewer',
  '@preact/signals': ['core/viewer', 'core/site'],
}

const sources = readSources('core', 'build')
const byLength = Object.keys(allowed).sort((a, b) => b.length - a.length)
const isWithin = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`)
const roomOf = (path: string): string | undefined => byLength.find((room) => isWithin(path, room))
const where = (test: (source: SourceFile) => readonly string[]): string[] =>
  sources.flatMap((source) => test(source).map((found) => `${source.path} imports ${found}`))

describe('imports', () => {
  it('of files go one way, from room to room', () => {
    expect(sources.map(({ path }) => path).filter((path) => roomOf(path) === undefined)).toEqual([])
    const wrong = where(({ path, files }) => {
      const room = roomOf(path) ?? path
      const open = [room, ...(allowed[room] ?? [])]
      return files.filter((file) => !file.startsWith('..') && !open.includes(roomOf(file) ?? file))
    })
    expect(wrong).toEqual([])
  })

  it('use every permission that a room has', () => {
    const used = new Set(
      sources.flatMap(({ path, files }) => files.map((file) => `${roomOf(path)} imports ${roomOf(file)}`)),
    )
    const given = Object.entries(allowed).flatMap(([room, others]) =>
      others.map((other) => `${room} imports ${other}`),
    )
    expect(given.filter((permission) => !used.has(permission))).toEqual([])
  })

  it('lead in no circle, those of types included', () => {
    const byPath = new Map(sources.map(({ path, files }) => [path, files]))
    const circles: string[] = []
    const done = new Set<string>()
    const visit = (path: string, way: readonly string[]): void => {
      if (way.includes(path)) circles.push([...way.slice(way.indexOf(path)), path].join(' -> '))
      if (way.includes(path) || done.has(path)) return
      for (const file of byPath.get(path) ?? []) visit(file, [...way, path])
      done.add(path)
    }
    for (const path of byPath.keys()) visit(path, [])
    expect(circles).toEqual([])
  })

  it('name files as they are', () => {
    expect(where(({ files }) => files.filter((file) => !/\.(tsx?|json)$/.test(file)))).toEqual([])
  })

  it('of packages are declared, and stay in the room that owns them', () => {
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    )
    const declared = new Set(Object.keys({ ...dependencies, ...optionalDependencies, ...bundled }))
    const ofOthers = (source: SourceFile): string[] =>
      source.packages.filter((name) => !name.startsWith('node:') && name !== 'specimen-host')
    expect(where((source) => ofOthers(source).filter((name) => !declared.has(name)))).toEqual([])
    const strays = where((source) =>
      ofOthers(source).filter(
        (name) =>
          ![owners[name] ?? bundled[name] ?? 'core'].flat().some((room) => isWithin(source.path, room)),
      ),
    )
    expect(strays).toEqual([])
  })

  it('keep the page and three apart', () => {
    const stage = sources.filter(({ path }) => isWithin(path, 'core/viewer/stage'))
    const isOfPage = (name: string): boolean => name.startsWith('preact') || name.startsWith('@preact/')
    expect(stage.filter(({ packages }) => packages.some(isOfPage)).map(({ path }) => path)).toEqual([])
    const pageUsers = stage.filter(({ tree }) => {
      const own = new Set(findNodes(tree, ts.isBindingName).filter(isDeclared).map(toText))
      const owners = findNodes(tree, ts.isPropertyAccessExpression).map(({ expression }) =>
        toText(expression),
      )
      return ['document', 'window'].some((name) => owners.includes(name) && !own.has(name))
    })
    expect(pageUsers.map(({ path }) => path)).toEqual([])
    const drawers = sources.filter(({ packages }) => packages.includes('three')).map(({ path }) => path)
    expect(drawers.length).toBeGreaterThan(10)
    expect(drawers.filter((path) => !isWithin(path, 'core/viewer/stage'))).toEqual([])
  })

  it('leave it to one file, by the kind of result, which view draws it', () => {
    const isView = (file: string): boolean => /^core\/viewer\/stage\/[a-z]+-view\.ts$/.test(file)
    const choosers = sources.filter(({ files }) => files.some(isView))
    expect(choosers.map(({ path }) => path)).toEqual(['core/viewer/stage/views.ts'])
    const choice = choosers.flatMap(({ tree }) =>
      findNodes(tree, ts.isSwitchStatement).map((node) => node.expression),
    )
    expect(choice.map(toText)).toEqual(['prepared.type'])
  })

  it('of domain, schema, wire and client need nothing but the language', () => {
    const isPlain = /^core\/(domain|schema(?!\/compiled)|wire|client)\//
    const found = where(({ path, packages }) => (isPlain.test(path) ? packages : []))
    // The declared bodies, of which the description alone imports more than types.
    expect(found).toEqual(['core/wire/bodies.ts imports typebox'])
  })
})

function isDeclared({ parent }: ts.Node): boolean {
  return ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)
}

function toText(node: ts.Node): string {
  return node.getText()
}
