/** The direction of imports: a room may import itself, `core/contract` and what its row lists; no more. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { describe, expect, it } from 'vitest'
import { findNodes, readSources, root, type SourceFile } from './sources.ts'

/** What a room may import. */
interface Room {
  /** A file or a folder of `core`, or of `build`; with all folders in it that have no row of their own. */
  readonly path: string
  /** Other rooms; `engine/*` stands for all rooms in `core/engine`. */
  readonly rooms: readonly string[]
  /** Packages of npm. */
  readonly packages: readonly string[]
}

const codecs = '@cornerstonejs/codec-charls @cornerstonejs/codec-openjpeg @jsquash/webp fflate fzstd pako'

const table: readonly Room[] = [
  // What travels: the language, and the package that declares bodies.
  row('contract', '', 'typebox'),
  row('contract/schema/compiled', '', 'ajv'), // which pages cannot have
  // Files and results as pixels and triangles, for hosts and pages alike.
  row('data/formats', '', `${codecs} dicom-parser zarrita`),
  row('data/prepared', ''),
  row('data/topology', ''),
  row('data/facts', 'data/prepared data/topology'),
  row('data/encoding', 'data/topology', '@gltf-transform/core @uwdata/flechette fast-png fflate'),
  row('data/picture', 'data/prepared', 'fast-png'),
  // From a call to a result. What runs beside plugins never imports the pool that starts it, nor is it imported.
  row('engine/cache', '', 'lru-cache'),
  row('engine/files', ''),
  row('engine/run', 'engine/cache', 'tinypool'),
  row('engine/run/plugin-side', 'engine/run'),
  row('engine/run/walls', 'engine/run'),
  row('engine/run/pool', 'engine/run engine/run/walls'),
  row('engine/run/encoding', 'engine/run engine/cache data/encoding data/facts', 'tinypool'),
  row('engine/run/decoding', 'engine/run engine/run/pool engine/run/walls data/formats'),
  row('engine/run/drawing', 'engine/run engine/cache data/picture', '@jsquash/webp tinypool'),
  row('engine/functions', 'engine/run engine/run/pool engine/files contract/schema/compiled'),
  row('engine/catalog', 'engine/* data/formats contract/schema/compiled', '@fastify/send'),
  row('engine', 'engine/*', 'pino'),
  // What clients reach.
  row('service/account', ''),
  row('service/access', 'engine/files', 'jose'),
  row('service/files', 'engine/catalog engine/files engine/functions service/account'),
  row('service/tls', 'engine/files service/access'),
  row('service/calls', 'engine/* service/access service/account'), // from an asker to a result
  row('service/jobs', 'engine/run engine/cache service/account service/calls'),
  row('service/rooms', 'engine/* service/access service/account service/calls', 'ws'),
  row(
    'service/mcp',
    'data/facts data/prepared engine/* service/http service/account service/access service/calls service/rooms',
    '@modelcontextprotocol/sdk fastify',
  ),
  row('service/watch', 'engine/* service/jobs service/account', 'pino pino-pretty'),
  row('service/http', 'engine/* data/encoding service/*', '@fastify/cors fastify typebox'),
  row('service/sharing', 'engine/* engine service/* federation/relay'), // the port to a group
  // Other hosts and workers. Relay and worker never import each other.
  row('federation/link', 'engine/run', 'ws'),
  row('federation/relay', 'engine/* federation/link', 'ws'),
  row('federation/worker', 'engine/* federation/link', 'ws'),
  row('group', 'engine/* federation/* service/* version.ts', 'bullmq ioredis'),
  // What people have before them. The picture and the headset know three, and never the page.
  row('client', ''),
  row('viewer/parts', 'viewer/data', 'preact'),
  row('viewer/panel', '', '@cfworker/json-schema @preact/signals preact'),
  row('viewer/data', 'client data/*'),
  row('viewer/stage', 'data/prepared', 'three'),
  row('viewer/xr', 'viewer/stage', 'three @pmndrs/handle @pmndrs/pointer-events'), // hands and board, in three
  row('viewer', 'client data/* viewer/*', '@preact/signals preact uqr'),
  row('viewer/site', 'client data/* viewer viewer/* engine/run', 'fflate'), // a host in a page
  row('options', ''),
  row('cli/doctor', 'options engine engine/* group service/*', 'pino'),
  row(
    'cli',
    'cli/* options engine engine/* service/* client host.ts worker-host.ts version.ts build/commands',
    '@modelcontextprotocol/sdk uqr ws',
  ),
  // The build, which `core` loads when one of its commands runs. One room knows TypeScript.
  row('build/model', ''),
  row('build/read', 'build build/model', 'ts-morph'),
  row('build/bundle', 'build build/model build/read', 'esbuild'),
  row(
    'build/commands',
    'build build/* client data/facts data/picture engine/files viewer/site version.ts',
    'chokidar',
  ),
  row('build', 'build/* engine/files contract/schema/compiled'),
  row('version.ts', ''),
  // Assembly, and the types of plugins.
  row('opened-parts.ts', ''),
  row('host-entry.ts', 'options group service/* opened-parts.ts version.ts'),
  row('host.ts', '*', 'pino'),
  row('worker-host.ts', '*', 'pino'),
  row('package.ts', '*'),
  row('plugin.ts', 'plugin-file.ts plugin-numbers.ts plugin-places.ts plugin-scene.ts plugin-table.ts'),
  row('plugin-file.ts', ''),
  row('plugin-numbers.ts', ''),
  row('plugin-places.ts', ''),
  row('plugin-scene.ts', ''),
  row('plugin-table.ts', ''),
]

/** Packages that are bundled into what needs them, so that an installation is without them. */
const bundled = [
  '@cfworker/json-schema',
  '@pmndrs/handle',
  '@pmndrs/pointer-events',
  '@preact/signals',
  'preact',
  'three',
]

function row(path: string, rooms: string, packages = ''): Room {
  return {
    path: toPath(path),
    rooms: rooms.split(' ').filter(Boolean).map(toPath),
    packages: packages.split(' ').filter(Boolean),
  }
}

function toPath(name: string): string {
  return name.startsWith('build') ? name : `core/${name}`
}

const sources = readSources('core', 'build')
const roomsByLength = [...table].sort((a, b) => b.path.length - a.path.length)
const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
const roomOf = (path: string): Room | undefined => roomsByLength.find((room) => isWithin(path, room.path))
const where = (test: (source: SourceFile) => readonly string[]): string[] =>
  sources.flatMap((source) => test(source).map((found) => `${source.path} imports ${found}`))

/** Returns true where a permission such as `core/engine/*` opens a room. */
function opens(permission: string, room: Room): boolean {
  return permission.endsWith('/*') ? room.path.startsWith(permission.slice(0, -1)) : room.path === permission
}

describe('imports', () => {
  it('of files go one way, from room to room', () => {
    expect(sources.filter(({ path }) => roomOf(path) === undefined).map(({ path }) => path)).toEqual([])
    const wrong = sources.flatMap(({ path, files }) => {
      const room = roomOf(path)
      return files
        .filter((file) => {
          const other = roomOf(file)
          if (!room || !other) return !file.startsWith('..') && !/\.json$/.test(file)
          const isOpen = other === room || other.path === 'core/contract'
          return !isOpen && !room.rooms.some((permission) => opens(permission, other))
        })
        .map((file) => `${path} imports ${file}`)
    })
    expect(wrong).toEqual([])
  })

  it('use every permission that a room has', () => {
    const unused = table.flatMap(({ path, rooms, packages }) => {
      const within = sources.filter((source) => roomOf(source.path)?.path === path)
      const entered = within.flatMap(({ files }) => files.flatMap((file) => roomOf(file) ?? []))
      const used = new Set(within.flatMap((source) => source.packages))
      return [
        ...rooms.filter((permission) => !entered.some((room) => opens(permission, room))),
        ...packages.filter((name) => !used.has(name)),
      ].map((permission) => `${path} has ${permission}`)
    })
    expect(unused).toEqual([])
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

  it('of packages are declared, and stay in the rooms that have them', () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    )
    const installed = { ...dependencies, ...optionalDependencies, ...peerDependencies }
    const declared = new Set([...Object.keys(installed), ...bundled])
    const ofOthers = (source: SourceFile): string[] =>
      source.packages.filter((name) => !name.startsWith('node:') && name !== 'specimen-host')
    expect(where((source) => ofOthers(source).filter((name) => !declared.has(name)))).toEqual([])
    const strays = where((source) => {
      const packages = roomOf(source.path)?.packages ?? []
      return ofOthers(source).filter((name) => !packages.includes(name))
    })
    expect(strays).toEqual([])
  })

  it('keep the page and three apart', () => {
    const isDrawing = (path: string): boolean =>
      ['core/viewer/stage', 'core/viewer/xr'].some((room) => isWithin(path, room))
    const stage = sources.filter(({ path }) => isDrawing(path))
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
    expect(drawers.filter((path) => !isDrawing(path))).toEqual([])
  })

  it('leave it to one file, by the kind of result, which view draws it', () => {
    const isView = (file: string): boolean => /^core\/viewer\/stage\/[a-z]+-view\.ts$/.test(file)
    const choosers = sources.filter(({ files }) => files.some(isView))
    // The first puts those that are fetched later into one script.
    expect(choosers.map(({ path }) => path)).toEqual([
      'core/viewer/stage/further-views.ts',
      'core/viewer/stage/views.ts',
    ])
    const choice = choosers.flatMap(({ tree }) =>
      findNodes(tree, ts.isSwitchStatement).map((node) => node.expression),
    )
    expect(choice.map(toText)).toEqual(['prepared.type'])
  })

  it('of contract and data need no Node, so that pages have them', () => {
    const isPure = (path: string): boolean =>
      isWithin(path, 'core/contract') || isWithin(path, 'core/data') || isWithin(path, 'core/client')
    const ofNode = where(({ path, packages }) =>
      isPure(path) && !isWithin(path, 'core/contract/schema/compiled')
        ? packages.filter((name) => name.startsWith('node:'))
        : [],
    )
    expect(ofNode).toEqual([])
  })
})

function isDeclared({ parent }: ts.Node): boolean {
  return ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)
}

function toText(node: ts.Node): string {
  return node.getText()
}
