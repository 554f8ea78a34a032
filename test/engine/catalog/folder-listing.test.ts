/** Listings of folders: one at a time, kept while long, and made again once something has changed. */
import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FolderListing } from '../../../core/contract/domain/specimen.ts'
import { createListing } from '../../../core/engine/catalog/folder-listing.ts'
import { openAsset } from '../../../core/engine/catalog/open-asset.ts'
import { temporaryFolders } from '../../support/temporary-folders.ts'

let folder: string
let found: string[]
let finds: number
/** Each look at the clock is a second after the one before. */
let reads = 0
let list: () => Promise<FolderListing>

/** Sets the folder back, as one that was written a while ago. */
const rest = () => utimesSync(folder, 1_000_000_000, 1_000_000_000)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'listing-'))
  temporaryFolders.push(folder)
  found = Array.from({ length: 200 }, (_, i) => `chunk ${i}`)
  for (const name of found) writeFileSync(join(folder, name), name)
  rest()
  finds = 0
  list = createListing(folder, find, () => 1000 * reads++)
})

const find = async (): Promise<readonly string[]> => {
  finds++
  return found
}

describe('a long listing', () => {
  it('is made once for all requests, at a time and one after the other', async () => {
    const listings = await Promise.all(Array.from({ length: 20 }, list))
    expect(new Set([...listings, await list()]).size).toBe(1)
    expect(finds).toBe(1)
  })

  it('is made again when a file was added, renamed or removed, or a name is another file', async () => {
    const tags = [(await list()).etag]
    writeFileSync(join(folder, 'another'), '')
    found = [...found, 'another']
    tags.push((await list()).etag)
    renameSync(join(folder, 'another'), join(folder, 'other'))
    found = found.map((name) => (name === 'another' ? 'other' : name))
    tags.push((await list()).etag)
    rmSync(join(folder, 'other'))
    found = found.slice(0, -1)
    expect((await list()).etag).toBe(tags[0])
    expect([new Set(tags).size, finds]).toEqual([3, 4])
  })

  it('is not kept of a folder that changes at the same moment', async () => {
    utimesSync(folder, new Date(), new Date())
    await list()
    rest()
    await list()
    await list()
    expect(finds).toBe(2)
  })

  it('is forgotten when a file that is sent turns out to be another', async () => {
    const asset = { kind: 'folder', folder, name: 'a.tar', followLinks: false, list } as const
    const { signal } = new AbortController()
    const read = async (): Promise<number> => {
      const { body, byteLength } = await openAsset(asset, { method: 'GET', headers: {} }, signal)
      let length = 0
      for await (const piece of body ?? []) length += piece.length
      expect(length).toBe(byteLength)
      return length
    }
    const length = await read()
    writeFileSync(join(folder, 'chunk 7'), 'x'.repeat(2000))
    await expect(read()).rejects.toMatchObject({ message: expect.stringContaining('chunk 7 was changed') })
    expect(await read()).toBeGreaterThan(length)
    expect(finds).toBe(2)
  })

  it('that fails is not kept', async () => {
    const missing = found.splice(3, 1, 'missing')
    await expect(list()).rejects.toThrow()
    found.splice(3, 1, ...missing)
    expect((await list()).files).toHaveLength(200)
  })
})

it('a short listing is made for each request: a file may have been written in place', async () => {
  found = found.slice(0, 5)
  list = createListing(folder, find, () => 0)
  const { etag } = await list()
  writeFileSync(join(folder, 'chunk 2'), 'new')
  expect((await list()).etag).not.toBe(etag)
  expect(finds).toBe(2)
})
