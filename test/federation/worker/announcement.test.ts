/** What a worker announces of its catalog, and how a change is cut into frames. */
import { describe, expect, it } from 'vitest'
import { toEmptySchema } from '../../../core/contract/domain/schema.ts'
import type { Specimen } from '../../../core/contract/domain/specimen.ts'
import type { Snapshot } from '../../../core/engine/catalog/snapshot.ts'
import { encodeControl, parseWorkerFrame } from '../../../core/federation/link/control-frames.ts'
import {
  type Announcement,
  toAnnouncement,
  toCatalogFrames,
} from '../../../core/federation/worker/announcement.ts'
import { toFunctionManifest } from '../../interface/runner-harness.ts'

const texts = { displayName: 'Name', description: 'Text', tags: ['a'], storyText: ['page'] }

function toStatic(id: string, description = 'Text'): Specimen {
  const data = { kind: 'file', folder: '/nowhere', name: 'rock.stl' } as const
  return { kind: 'static', id, origin: null, ...texts, description, type: 'mesh', thumbnail: null, data }
}

function toDynamic(id: string, functionName: string): Specimen {
  const thumbnail = { kind: 'bytes', mediaType: 'image/png', bytes: new Uint8Array(1), name: null } as const
  return {
    kind: 'dynamic',
    id,
    origin: null,
    ...texts,
    type: 'mesh',
    thumbnail,
    functionName,
    schema: toEmptySchema(functionName),
  }
}

function toSnapshot(
  specimens: readonly Specimen[],
  functions: readonly string[] = [],
  revision = '1',
): Snapshot {
  const runner = { run: () => Promise.reject(new Error('not run')) }
  const registered = functions.map((name) => ({
    manifest: toFunctionManifest(name, 'mesh', ['cells', 'reporter']),
    owner: 'code',
    revision,
    runner,
  }))
  return {
    functions: new Map(registered.map((entry) => [entry.manifest.name, entry])),
    targets: new Map(),
    specimens: new Map(specimens.map((specimen) => [specimen.id, specimen])),
    bundles: 2,
    errors: [{ source: 'broken', code: 'bundle.incomplete', detail: 'half a bundle' }],
  }
}

function announce(snapshot: Snapshot): Announcement {
  return toAnnouncement(snapshot, (entry) => {
    throw new Error(`${entry} was left out`)
  })
}

describe('the announced catalog', () => {
  it('has every function and specimen of this host in one frame when it is small', () => {
    const snapshot = toSnapshot([toStatic('rock'), toDynamic('shell', 'grow')], ['grow'])
    const frames = toCatalogFrames(undefined, announce(snapshot))
    const schema = JSON.stringify(toFunctionManifest('grow', 'mesh', ['cells', 'reporter']).schema)
    const base = {
      display_name: 'Name',
      description: 'Text',
      tags: ['a'],
      story_text: ['page'],
      type: 'mesh',
    }
    expect(frames).toEqual([
      {
        type: 'catalog',
        reset: true,
        more: false,
        bundles: 2,
        errors: [{ source: 'broken', code: 'bundle.incomplete', detail: 'half a bundle' }],
        functions: [
          {
            name: 'grow',
            description: '',
            return_type: 'mesh',
            parameters: ['cells', 'reporter'],
            progress: 'reporter',
            revision: '1',
            schema,
          },
        ],
        specimens: [
          {
            id: 'rock',
            ...base,
            is_dynamic: false,
            function_name: null,
            schema: null,
            data_file: 'rock.stl',
            decodes: true,
            thumbnail_file: null,
            has_thumbnail: false,
          },
          {
            id: 'shell',
            ...base,
            is_dynamic: true,
            function_name: 'grow',
            schema: JSON.stringify(toEmptySchema('grow')),
            data_file: null,
            thumbnail_file: null,
            has_thumbnail: true,
          },
        ],
        removed_specimens: [],
        removed_functions: [],
      },
    ])
    expect(parseWorkerFrame(encodeControl(frames[0] as (typeof frames)[0]))).toEqual(frames[0])
  })

  it('leaves out what another worker serves', () => {
    const elsewhere: Specimen = { ...toStatic('w2:rock'), origin: { workerId: 'w2', isAvailable: true } }
    expect([...announce(toSnapshot([elsewhere, toStatic('rock')])).specimens.keys()]).toEqual(['rock'])
  })

  it('is silent when nothing has changed', () => {
    const snapshot = toSnapshot([toStatic('rock')], ['grow'])
    expect(toCatalogFrames(announce(snapshot), announce(snapshot))).toEqual([])
  })

  it('says everything again on a new link, also when nothing has changed', () => {
    const now = announce(toSnapshot([toStatic('rock')]))
    expect(toCatalogFrames(undefined, now)).toMatchObject([{ reset: true, specimens: [{ id: 'rock' }] }])
  })

  it('says only what was added, changed and removed', () => {
    const before = announce(
      toSnapshot([toStatic('stays'), toStatic('changes'), toStatic('goes')], ['old', 'same']),
    )
    const now = announce(
      toSnapshot([toStatic('stays'), toStatic('changes', 'new'), toStatic('comes')], ['same']),
    )
    expect(toCatalogFrames(before, now)).toMatchObject([
      {
        reset: false,
        more: false,
        specimens: [{ id: 'changes', description: 'new' }, { id: 'comes' }],
        functions: [],
        removed_specimens: ['goes'],
        removed_functions: ['old'],
      },
    ])
  })

  it('announces a function anew when its code has changed', () => {
    const [before, now] = ['1', '2'].map((revision) => announce(toSnapshot([], ['grow'], revision))) as [
      Announcement,
      Announcement,
    ]
    expect(toCatalogFrames(before, now)).toMatchObject([{ functions: [{ name: 'grow', revision: '2' }] }])
  })

  it('says so when only the errors have changed', () => {
    const snapshot = toSnapshot([toStatic('rock')])
    const frames = toCatalogFrames(announce(snapshot), announce({ ...snapshot, errors: [] }))
    expect(frames).toMatchObject([{ errors: [], specimens: [] }])
  })

  it('cuts a large catalog into frames of a megabyte: functions, then specimens, errors last', () => {
    const specimens = Array.from({ length: 40 }, (_, i) => toStatic(`s${i}`, 'é'.repeat(50_000)))
    const frames = toCatalogFrames(undefined, announce(toSnapshot(specimens, ['grow'])))
    expect(frames.length).toBeGreaterThan(3)
    for (const frame of frames) expect(Buffer.byteLength(encodeControl(frame))).toBeLessThan(1.1 * 2 ** 20)
    expect(frames.map(({ reset, more }) => [reset, more])).toEqual(
      frames.map((_, i) => [i === 0, i < frames.length - 1]),
    )
    expect(frames.flatMap((frame) => frame.specimens)).toMatchObject(specimens.map(({ id }) => ({ id })))
    expect(frames.map(({ functions }) => functions.length)).toEqual(frames.map((_, i) => (i === 0 ? 1 : 0)))
    expect(frames.map(({ errors }) => errors.length)).toEqual(
      frames.map((_, i) => (i === frames.length - 1 ? 1 : 0)),
    )
  })

  it('leaves out, by name, an entry that is larger than a frame', () => {
    const left: string[] = []
    const snapshot = toSnapshot([toStatic('huge', 'x'.repeat(2 ** 20)), toStatic('rock')])
    expect([...toAnnouncement(snapshot, (entry) => left.push(entry)).specimens.keys()]).toEqual(['rock'])
    expect(left).toEqual(['specimen huge'])
  })
})
