/** Files of callers: what a folder and the account hold of them, with a clock that the test moves. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { toBroughtCall } from '../../../core/engine/catalog/brought-file.ts'
import type { FileDecoder } from '../../../core/engine/run/decoding/file-decoder.ts'
import { Account } from '../../../core/service/account/account.ts'
import { CallerFiles } from '../../../core/service/files/caller-files.ts'
import { FilePlaces } from '../../../core/service/files/file-places.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

const mebibyte = 2 ** 20
const ttlSeconds = 100
let account: Account
let files: CallerFiles
let folder: string
let time: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folder = join(mkdtempSync(join(tmpdir(), 'specimen-brought-')), 'files')
  account = new Account({ answerBytes: 1, jobLimit: 1, cacheBytes: 1, fileBytes: 8 * mebibyte })
  time = 1_800_000_000_000
  const ledger = account.of('files')
  const createFolder = async () => ({ path: folder, close: async () => {} })
  const readEndings = () => []
  const places = new FilePlaces({ createFolder, log: createTestLog() })
  files = new CallerFiles({ places, ledger, ttlSeconds, readEndings, now: () => time })
})
afterEach(() => {
  files.close()
  vi.useRealTimers()
})

const pass = (seconds: number): void => {
  time += 1000 * seconds
  vi.advanceTimersByTime(1000 * seconds)
}

/** A table of points, of at least so many bytes, that is no other's. */
const toTable = (bytes = 0): Buffer => {
  const rows = `x,y,z\n1,2,3\n4,5,${randomBytes(6).readUIntBE(0, 6)}\n`
  return Buffer.from(rows + '7,8,9\n'.repeat(Math.ceil(Math.max(0, bytes - rows.length) / 6)))
}
const toHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const bring = async (
  caller: string,
  bytes: Buffer,
  { name = 'a.csv', length = bytes.length, by = caller } = {},
) => {
  const body = Readable.from([bytes.subarray(0, 10), bytes.subarray(10)].filter((piece) => piece.length > 0))
  return await files.take({ name, body, length }, { caller, client: by })
}

const held = (): number => account.of('files').held
const listFolder = (): readonly string[] => readdirSync(folder)
/** What is removed is removed in a moment. */
const expectLeft = async (count: number): Promise<void> => {
  vi.useRealTimers()
  await expect.poll(listFolder).toHaveLength(count)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

describe('a file of a caller', () => {
  it('has the name of its bytes, and is there for that caller alone', async () => {
    const bytes = toTable()
    const hash = toHash(bytes)
    const file = await bring('ada', bytes)
    expect(file).toMatchObject({ hash, name: 'a.csv', bytes: bytes.length, kind: 'point_cloud' })
    expect(file.expiresAt).toBe(time + 1000 * ttlSeconds)
    expect(files.find('ada', hash)).toEqual(file)
    expect(files.of('ada').find(hash)?.hash).toBe(hash)
    const absent = 'f'.repeat(64)
    const refuse = (caller: string, name: string): string => {
      try {
        files.find(caller, name)
      } catch (error) {
        return String(error).replace(name, 'it')
      }
      return 'there'
    }
    expect(refuse('bob', hash)).toBe(refuse('bob', absent))
    expect(() => files.drop('bob', hash)).toThrow('no file')
    expect(files.of('bob').find(hash)).toBeUndefined()
    expect(files.all.find(hash)?.hash).toBe(hash)
  })

  it('is kept once for all who bring the same bytes, until each of them has removed it', async () => {
    const bytes = toTable()
    const [{ hash }] = await Promise.all([bring('ada', bytes), bring('bob', bytes), bring('ada', bytes)])
    await expectLeft(1)
    expect(held()).toBe(2 * 64 * 1024)
    files.drop('ada', hash)
    expect(files.of('ada').find(hash)).toBeUndefined()
    expect(files.of('bob').find(hash)?.hash).toBe(hash)
    await expectLeft(1)
    files.drop('bob', hash)
    await expectLeft(0)
    expect(held()).toBe(0)
  })

  it('goes when it was not used for its time', async () => {
    const { hash } = await bring('ada', toTable())
    pass(ttlSeconds - 1)
    expect(files.of('ada').find(hash)?.hash).toBe(hash)
    pass(ttlSeconds - 1)
    expect(files.find('ada', hash).expiresAt).toBe(time + 1000)
    time += 1000 // before anything looks for what has expired
    expect(files.of('ada').find(hash)).toBeUndefined()
    expect(() => files.find('ada', hash)).toThrow('or no longer')
    pass(31)
    await expectLeft(0)
    expect(held()).toBe(0)
  })

  it('is there no longer when a cleaner has removed it, and can be brought again', async () => {
    const bytes = toTable()
    const { hash } = await bring('ada', bytes)
    await bring('bob', bytes)
    const release = files.of('ada').find(hash)?.hold()
    rmSync(folder, { recursive: true })
    expect(files.of('bob').find(hash)).toBeUndefined()
    expect(() => files.find('ada', hash)).toThrow('bring it by POST /api/files')
    expect([...files.list()]).toEqual([])
    await bring('ada', bytes)
    release?.() // a run that read what is gone
    expect(files.find('ada', hash)).toMatchObject({ bytes: bytes.length })
    expect(readdirSync(folder)).toHaveLength(1)
    rmSync(folder, { recursive: true })
    await bring('ada', bytes)
    expect(readdirSync(folder)).toHaveLength(1)
    files.drop('ada', hash)
    expect(held()).toBe(0)
  })

  it('stays on the disk, and in the account, until the runs that read it have ended', async () => {
    const { hash } = await bring('ada', toTable())
    const release = files.of('ada').find(hash)?.hold()
    const releaseOther = files.of('ada').find(hash)?.hold()
    files.drop('ada', hash)
    expect(files.of('ada').find(hash)).toBeUndefined()
    release?.()
    await expectLeft(1)
    expect(held()).toBeGreaterThan(0)
    releaseOther?.()
    await expectLeft(0)
    expect(held()).toBe(0)
  })

  it('is read by a run that has begun before it was removed', async () => {
    const bytes = toTable()
    const { hash } = await bring('ada', bytes)
    const file = files.of('ada').find(hash)
    if (!file) throw new TypeError('it was brought')
    const turn = createDeferred<void>()
    const { signal } = new AbortController()
    const decoder: FileDecoder = {
      createRunner: ({ name, open }) => ({
        run: async () => {
          await turn.promise
          const pieces: Uint8Array[] = []
          for await (const piece of (await open(signal)).body ?? []) pieces.push(piece)
          throw new Error(`${name} has ${Buffer.concat(pieces)}`)
        },
      }),
      close: async () => {},
    }
    const { runner, invocation } = toBroughtCall(file, decoder)
    const context = { signal, progress: { report() {} } }
    const run = runner.run(invocation, context)
    files.drop('ada', hash)
    await expectLeft(1)
    turn.resolve()
    await expect(run).rejects.toThrow(`file.csv has ${bytes}`)
    await expectLeft(0)
    await expect(runner.run(invocation, context)).rejects.toThrow('or no longer')
  })

  it.each([
    [
      'has other bytes than it announces',
      () => bring('ada', toTable(), { length: 1000 }),
      'of 1000 bytes; send',
    ],
    ['has no known format', () => bring('ada', toTable(), { name: 'a.docx' }), 'an office program'],
    ['is empty', () => bring('ada', Buffer.alloc(0), { name: 'a.obj' }), 'It is empty: it has no bytes.'],
    ['announces too much', () => bring('ada', toTable(), { length: 8 * mebibyte + 1 }), '(--file-bytes)'],
    [
      'comes with too much, in chunks',
      async () => {
        const body = Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(mebibyte, 'a')))
        return await files.take({ name: 'a.csv', body, length: undefined }, { caller: 'ada', client: 'ada' })
      },
      'must have at most 8388608 bytes',
    ],
    [
      'is cut',
      async () => {
        const cut = async function* (): AsyncGenerator<Buffer> {
          yield toTable()
          throw new Error('aborted')
        }
        const given = { name: 'a.csv', body: Readable.from(cut()), length: undefined }
        return await files.take(given, { caller: 'ada', client: 'ada' })
      },
      'The body ended after',
    ],
  ])('that %s leaves nothing behind', async (_, take, refusal) => {
    await expect(take()).rejects.toThrow(refusal)
    await bring('ada', toTable()) // makes the folder where it is refused before
    await expectLeft(1)
    expect(held()).toBe(64 * 1024)
  })

  it('is refused to a client that has its share, and to none that has nothing', async () => {
    for (let i = 0; i < 3; i++) await bring('ada', toTable(mebibyte))
    await expect(bring('ada', toTable(2 * mebibyte))).rejects.toMatchObject({ code: 'host.busy' })
    expect((await bring('bob', toTable(mebibyte))).hash).toHaveLength(64)
    // Callers that share an address share what it may have.
    await expect(bring('eve', toTable(2 * mebibyte), { by: 'ada' })).rejects.toThrow('delete some')
  })

  it('counts for 64 KiB at least, so that they are few', async () => {
    for (let i = 0; i < 64; i++) await bring('ada', toTable())
    await expect(bring('ada', toTable())).rejects.toMatchObject({ code: 'host.busy' })
    expect(listFolder().length).toBeLessThanOrEqual(65)
  })
})
