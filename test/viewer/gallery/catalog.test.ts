/** The catalog as the gallery keeps it, and the pictures that it fetches itself. */
import { describe, expect, it } from 'vitest'
import type { CatalogEntry } from '../../../core/client/client.ts'
import { createDeferred, type Deferred } from '../../../core/contract/time/deferred.ts'
import { createCatalog } from '../../../core/viewer/gallery/catalog.ts'
import { createThumbnails } from '../../../core/viewer/gallery/thumbnail.tsx'
import { toEntry } from './to-entry.ts'

describe('the catalog', () => {
  it('is the same list as long as the host gives the same, and one request at a time', async () => {
    let answer: readonly CatalogEntry[] = [toEntry('a')]
    let asked = 0
    const catalog = createCatalog({
      catalog: async () => {
        asked++
        return structuredClone(answer)
      },
    })
    expect(catalog.entries.value).toBeUndefined()
    await Promise.all([catalog.refresh(), catalog.refresh()])
    const first = catalog.entries.value
    expect([asked, first]).toEqual([1, answer])
    await catalog.refresh()
    expect(catalog.entries.value).toBe(first)
    answer = [toEntry('a', { available: false })]
    await catalog.refresh()
    expect(catalog.entries.value).toEqual(answer)
  })

  it('leaves out entries that cannot be shown, and says what is wrong with each', async () => {
    const broken: readonly (readonly [change: object, fault: string])[] = [
      [{ id: 7 }, 'Entry 2: id must be a text (got 7).'],
      [{ tags: null }, 'Entry 3, "b": tags must be a list of texts (got null).'],
      [
        { story_text: ['a', 1] },
        'Entry 4, "b": story_text must be a list of texts (got the array ["a", 1]).',
      ],
      [{ available: undefined }, 'Entry 5, "b": available must be true or false (got undefined).'],
      [{ worker_id: 3 }, 'Entry 6, "b": worker_id must be a text or null (got 3).'],
      [
        { type: 'song' },
        'Entry 7, "b": type must be one of mesh, volume, point_cloud, image, lines, arrows, labels, table, scene (got "song").',
      ],
    ]
    const given: unknown = [
      toEntry('a'),
      ...broken.map(([change]) => ({ ...toEntry('b'), ...change })),
      null,
      { ...toEntry('c'), function_name: undefined },
    ]
    const catalog = createCatalog({ catalog: async () => given as readonly CatalogEntry[] }) // as a host may lie
    await catalog.refresh()
    expect(catalog.entries.value?.map(({ id }) => id)).toEqual(['a', 'c'])
    expect(catalog.faults.value).toEqual([
      ...broken.map(([, fault]) => fault),
      'Entry 8 must be an object (got null).',
    ])
  })

  it('keeps what it has when the host fails, and says why until it works again', async () => {
    let failure: Error | undefined
    const catalog = createCatalog({
      catalog: async () => {
        if (failure) throw failure
        return [toEntry('a')]
      },
    })
    await catalog.refresh()
    failure = new Error('The disk is full.')
    await catalog.refresh()
    expect([catalog.failure.value, catalog.entries.value?.length]).toEqual(['The disk is full.', 1])
    failure = undefined
    await catalog.refresh()
    expect(catalog.failure.value).toBeUndefined()
  })
})

describe('pictures of cards', () => {
  it('are fetched two at a time, and not at all when nobody wants them any more', async () => {
    const asked = new Map<string, Deferred<Blob>>()
    const thumbnails = createThumbnails({
      picture: async () => new Blob(['drawn']),
      thumbnail: async (id) => {
        const answer = createDeferred<Blob>()
        asked.set(id, answer)
        return await answer.promise
      },
    })
    const leaving = new AbortController()
    const load = (id: string, { signal } = new AbortController()) =>
      thumbnails.load({ id, isDrawn: false }, signal)
    const first = ['a', 'b'].map((id) => load(id))
    const left = expect(load('left', leaving)).rejects.toThrow('left')
    const last = load('last')
    expect([...asked.keys()]).toEqual(['a', 'b'])
    leaving.abort(new Error('left'))
    asked.get('a')?.resolve(new Blob())
    await Promise.all([first[0], left])
    await expect.poll(() => [...asked.keys()]).toEqual(['a', 'b', 'last'])
    asked.get('b')?.reject(new Error('broken'))
    await expect(first[1]).rejects.toThrow('broken')
    asked.get('last')?.resolve(new Blob())
    await last
    const again = ['f', 'g'].map((id) => load(id)) // all places are free again
    expect(asked.size).toBe(5)
    for (const id of ['f', 'g']) asked.get(id)?.resolve(new Blob())
    await Promise.all(again)
  })
})
