/** A worker's catalog on its way from host to host. */
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { limits } from '../../../core/federation/link/limits.ts'
import { AnnouncedCatalog } from '../../../core/federation/relay/announced-catalog.ts'
import { retellCatalog } from '../../../core/federation/relay/retold-catalog.ts'
import {
  emptyAnnouncement,
  toAnnouncement,
  toCatalogFrames,
} from '../../../core/federation/worker/announcement.ts'
import { readCatalog, toLine } from '../../../core/group/workers/catalog-lines.ts'
import { plainSpecimen, toInlineFunction, toSnapshot } from '../../federation/worker-harness.ts'

const openFile = () => async (): Promise<never> => {
  throw new Error('nobody reads files here')
}

/** Returns what a relay has of a worker with so many functions, a specimen of each and a file. */
async function announce(count: number): Promise<AnnouncedCatalog> {
  const names = Array.from({ length: count }, (_, i) => `f${i}`)
  const functions = names.map((name) => toInlineFunction(name, 'mesh', () => ({}), ['x']))
  const shown = functions.map(({ manifest }) => ({
    ...({ ...plainSpecimen, kind: 'dynamic', id: `s-${manifest.name}`, tags: ['a', 'ä'] } as const),
    ...{ functionName: manifest.name, schema: manifest.schema },
  }))
  const data = { kind: 'file', folder: '/nowhere', name: 'rock.stl' } as const
  const rock = {
    ...plainSpecimen,
    kind: 'static',
    id: 'rock',
    storyText: ['1\n2'],
    data,
    thumbnail: data,
  } as const
  const errors = [{ source: 'broken', code: 'metadata.invalid', detail: 'It is broken.' }] as const
  const snapshot = { ...toSnapshot(functions, [...shown, rock]), bundles: 3, errors: [...errors] }
  const catalog = new AnnouncedCatalog('w1', openFile)
  for (const frame of toCatalogFrames(
    emptyAnnouncement,
    toAnnouncement(snapshot, () => {}),
    true,
  ))
    await catalog.take(frame)
  return catalog
}

async function* cut(lines: readonly Uint8Array[], size: number): AsyncGenerator<Uint8Array> {
  const whole = Buffer.concat(lines)
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}

const digest = (lines: readonly Uint8Array[]): string =>
  createHash('sha256').update(Buffer.concat(lines)).digest('base64url')

/** Returns a catalog without the functions in it, which no two have in common. */
const toPlain = ({ functions, specimens, bundles, errors }: AnnouncedCatalog): unknown =>
  JSON.parse(JSON.stringify([[...functions], [...specimens], bundles, errors]))

describe('the catalog of a worker', () => {
  it.each([0, 1, 800])('is the same at another host, with %d functions', async (count) => {
    const catalog = await announce(count)
    const lines = [...retellCatalog(catalog)].map(toLine)
    expect(lines.length > 2).toBe(count > 500)
    const expected = { workerId: 'w1', digest: digest(lines), openFile }
    const read = await readCatalog(cut(lines, 1000), expected)
    expect(toPlain(read)).toEqual(toPlain(catalog))
    expect(read.specimens.size).toBe(count + 1)
  })

  it.each([
    ['another catalog', (lines: Buffer[]) => lines, 'not the catalog'],
    ['a line that is none', (lines: Buffer[]) => [...lines.slice(0, -1), Buffer.from('x\n')], 'A frame'],
    ['another frame', () => [Buffer.from('{"type":"draining"}\n')], 'no part of a catalog'],
    ['lines after its end', (lines: Buffer[]) => [...lines, ...lines], 'no part of a catalog'],
    ['a cut line', (lines: Buffer[]) => [Buffer.concat(lines).subarray(0, -1)], 'its last line is cut'],
    ['no line', () => [], 'not the catalog'],
    ['a line without end', () => [Buffer.alloc(2 * limits.controlBytes + 1)], 'too long'],
  ])('is refused when it is %s', async (_what, spoil, reason) => {
    const lines = spoil([...retellCatalog(await announce(1))].map(toLine))
    const expected = { workerId: 'w1', digest: 'x', openFile }
    await expect(readCatalog(cut(lines, 100_000), expected)).rejects.toThrow(reason)
  })

  it('has no entry that the worker itself could not announce', async () => {
    const [frame] = [...retellCatalog(await announce(0))]
    if (!frame) throw new Error('there is a frame')
    const foreign = { ...frame, more: false, specimens: [{ id: 'w2:rock' }, { id: '../rock' }] }
    const lines = [toLine(foreign)]
    const read = await readCatalog(cut(lines, 1000), { workerId: 'w1', digest: digest(lines), openFile })
    expect(read.specimens.size).toBe(0)
  })
})
