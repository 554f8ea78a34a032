/**
 * The catalog between its sources and whoever asks: one snapshot until something changes, and plain refusals.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { createDeferred, type Deferred } from '../../../core/contract/time/deferred.ts'
import { Catalog } from '../../../core/engine/catalog/catalog.ts'
import type { RemoteCatalog } from '../../../core/engine/catalog/remote-catalog.ts'
import type { ScannedFolder } from '../../../core/engine/catalog/scan-folder.ts'
import type { LoadedBundles } from '../../../core/engine/functions/load-bundles.ts'
import type { RegisteredFunction } from '../../../core/engine/functions/registry.ts'
import { toManifest } from '../../support/make-bundle.ts'

const runner = { run: () => Promise.reject(new Error('the catalog runs nothing')) }
const toRegistered = (name: string): RegisteredFunction => ({
  manifest: toManifest({ name, returns: 'mesh', properties: {} }),
  owner: 'code',
  revision: 'r',
  runner,
})
const toRemote = (workerId: string, ...names: string[]): RemoteCatalog => ({
  workerId,
  functions: names.map((name) => toRegistered(`${workerId}:${name}`)),
  specimens: [],
  bundles: 0,
  errors: [],
})

/** The metadata file that shows a function under its own name. */
const toFile = (id: string): ScannedFolder['files'][number] => ({
  source: id,
  file: {
    id,
    displayName: null,
    description: null,
    type: null,
    tags: null,
    storyText: null,
    thumbnail: null,
    data: null,
    functionName: id,
    schema: null,
    omissions: [],
  },
})

let remotes: readonly RemoteCatalog[]
let files: ScannedFolder['files']
/** One for each reading of the bundles folder, which goes on until the test ends it. */
let readings: Deferred<LoadedBundles>[]
let reloads: number
let catalog: Catalog

beforeEach(() => {
  remotes = []
  files = []
  readings = []
  reloads = 0
  catalog = new Catalog({
    loadBundles: () => {
      const reading = createDeferred<LoadedBundles>()
      readings.push(reading)
      return reading.promise
    },
    scanFolder: async () => ({ files, errors: [] }),
    scanData: async () => ({ files: [], errors: [] }),
    checkDefaults: () => [],
    pool: { createRunner: () => runner },
    remotes: { list: () => remotes, reload: async () => {} },
    now: () => 0,
    onReloaded: async () => {
      reloads++
    },
  })
})

describe('the snapshot', () => {
  it('is one object until a worker’s catalog has changed', () => {
    const before = catalog.snapshot
    remotes = [toRemote('lab', 'shape')]
    expect(catalog.snapshot).toBe(before)
    catalog.invalidate()
    expect([...catalog.snapshot.functions.keys()]).toEqual(['lab:shape'])
    expect(catalog.snapshot).toBe(catalog.snapshot)
  })

  it('has a function in code at once, beside those of workers', () => {
    remotes = [toRemote('lab', 'shape')]
    catalog.addFunction(toRegistered('shape'))
    expect([...catalog.snapshot.functions.keys()]).toEqual(['shape', 'lab:shape'])
  })
})

describe('a name', () => {
  it.each([
    ['shape', 'There is no function "shape"; GET /api/processing/functions lists them.'],
    [
      'lab:stone',
      'There is no function "lab:stone" at worker lab; GET /api/processing/functions lists them.',
    ],
    ['far:shape', 'There is no function "far:shape": no worker "far" is known here; GET'],
  ])('that is unknown, %s, is refused with where it would be', (name, detail) => {
    remotes = [toRemote('lab', 'shape')]
    catalog.invalidate()
    expect(() => catalog.view().findFunction(name)).toThrow(detail)
    expect(catalog.view().findFunction('lab:shape').registered.manifest.name).toBe('lab:shape')
  })

  it('that is misspelt is answered with the one that is meant, unless the caller may not see it', () => {
    remotes = [toRemote('lab', 'shape')]
    catalog.invalidate()
    catalog.addFunction(toRegistered('gyroid'))
    const meant = 'There is no function "lab:shpae" at worker lab; did you mean "lab:shape"? GET'
    expect(() => catalog.view().findFunction('lab:shpae')).toThrow(meant)
    const own = 'There is no function "Gyriod"; did you mean "gyroid"? GET'
    expect(() => catalog.view().findFunction('Gyriod')).toThrow(own)
    const part = catalog.view().confine(new Set(['lab:shape']))
    expect(() => part.findFunction('gyriod')).toThrow('There is no function "gyriod"; GET')
    const long = 'g'.repeat(101)
    expect(() => catalog.view().findFunction(long)).toThrow('; GET')
  })

  it('that is no id, or taken, is refused for a function in code', () => {
    expect(() => catalog.addFunction(toRegistered('lab:shape'))).toThrow(
      'The function name must be 1 to 128 of A-Z a-z 0-9 . _ - and not "reload" (got "lab:shape").',
    )
    catalog.addFunction(toRegistered('shape'))
    expect(() => catalog.addFunction(toRegistered('shape'))).toThrow(
      'The function name shape belongs to code already.',
    )
  })
})

it('refuses a specimen in code whose id a file has, since its function was added too', async () => {
  files = [toFile('shape')]
  const reload = catalog.reload()
  readings[0]?.resolve({ bundles: [], errors: [] })
  expect([...(await reload).specimens.keys()]).toEqual([])
  const add = (name: string) => {
    const registered = toRegistered(name)
    const texts = { displayName: name, description: '', tags: [], storyText: [], thumbnail: null }
    const { schema, return_type: type } = registered.manifest
    catalog.addFunction(registered)
    catalog.addSpecimen({
      kind: 'dynamic',
      id: name,
      origin: null,
      type,
      functionName: name,
      schema,
      ...texts,
    })
  }
  expect(() => add('shape')).toThrow('The specimen id shape is taken already.')
  add('stone')
  expect([...catalog.snapshot.specimens.keys()]).toEqual(['shape', 'stone'])
})

describe('reloads', () => {
  it('share the next one when they come during one', async () => {
    const first = catalog.reload()
    const later = [catalog.reload(), catalog.reload()]
    expect(readings.length).toBe(1)
    readings[0]?.resolve({ bundles: [], errors: [] })
    await first
    expect([readings.length, reloads]).toEqual([2, 1])
    readings[1]?.resolve({ bundles: [], errors: [{ source: 'b', code: 'name.taken', detail: 'd' }] })
    const [a, b] = await Promise.all(later)
    expect(a?.errors.length).toBe(1)
    expect(b).toBe(a)
    expect([readings.length, reloads]).toEqual([2, 2])
  })

  it('that come during the shared one get one after it', async () => {
    const waves = [catalog.reload(), catalog.reload()]
    readings[0]?.resolve({ bundles: [], errors: [] })
    await waves[0]
    waves.push(catalog.reload())
    readings[1]?.resolve({ bundles: [], errors: [] })
    await waves[1]
    expect(readings.length).toBe(3)
    readings[2]?.resolve({ bundles: [], errors: [] })
    await waves[2]
    expect(reloads).toBe(3)
  })

  it('go on after one that failed', async () => {
    const first = catalog.reload()
    const second = catalog.reload()
    readings[0]?.reject(new Error('no such disk'))
    await expect(first).rejects.toThrow('no such disk')
    expect(readings.length).toBe(2)
    readings[1]?.resolve({ bundles: [], errors: [] })
    expect((await second).errors).toEqual([])
  })
})
