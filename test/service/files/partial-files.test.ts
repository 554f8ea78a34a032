/** Files that come in pieces: what the disk and the account hold of them, with a clock that the test moves. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Account } from '../../../core/service/account/account.ts'
import { CallerFiles } from '../../../core/service/files/caller-files.ts'
import { FilePlaces } from '../../../core/service/files/file-places.ts'
import { PartialFiles } from '../../../core/service/files/partial-files.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

const mebibyte = 2 ** 20
const least = 64 * 1024
const waitSeconds = 100
let account: Account
let whole: CallerFiles
let partial: PartialFiles
let folder: string
let time: number

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  folder = join(mkdtempSync(join(tmpdir(), 'specimen-pieces-')), 'files')
  account = new Account({ answerBytes: 1, jobLimit: 1, cacheBytes: 1, fileBytes: 8 * mebibyte })
  time = 1_800_000_000_000
  const createFolder = async () => ({ path: folder, close: async () => {} })
  const places = new FilePlaces({ createFolder, log: createTestLog() })
  const shared = { places, ledger: account.of('files'), now: () => time }
  whole = new CallerFiles({ ...shared, ttlSeconds: 1000, readEndings: () => [] })
  partial = new PartialFiles({ ...shared, whole, waitSeconds })
})
afterEach(() => {
  whole.close()
  partial.close()
  vi.useRealTimers()
})

/** A table of points of so many bytes, 32 and more in sixes for whole rows, that is no other's. */
const toTable = (bytes: number): Buffer => {
  const rows = `x,y,z\n1,2,3\n4,5,${String(randomBytes(6).readUIntBE(0, 6)).padStart(15, '1')}\n`
  return Buffer.from(rows + '7,8,9\n'.repeat(Math.ceil(bytes / 6))).subarray(0, bytes)
}
const toHash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

interface Sent {
  readonly caller?: string
  readonly end?: number
  readonly total?: number
  readonly hash?: string
  readonly body?: Readable
}
/** Sends the bytes of a file from `start` to `end`. */
const send = async (bytes: Buffer, start: number, sent: Sent = {}) => {
  const { caller = 'ada', end = bytes.length, total = bytes.length, hash = toHash(bytes) } = sent
  const { body = Readable.from([bytes.subarray(start, end)]) } = sent
  const piece = { hash, name: 'a.csv', start, end, total, body }
  return await partial.take(piece, { caller, client: caller })
}
const held = (): number => account.of('files').held
const listFolder = (): readonly string[] => readdirSync(folder)
/** What is removed is removed in a moment. */
const expectLeft = async (count: number): Promise<void> => {
  vi.useRealTimers()
  await expect.poll(listFolder).toHaveLength(count)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}
const pass = (seconds: number): void => {
  time += 1000 * seconds
  vi.advanceTimersByTime(1000 * seconds)
}

describe('a file in pieces', () => {
  it('is its caller’s once its last piece has come, and not before', async () => {
    const bytes = toTable(300_000)
    const hash = toHash(bytes)
    expect(await send(bytes, 0, { end: 100_000 })).toBeUndefined()
    expect(partial.find('ada', hash)).toEqual({ offset: 100_000, total: 300_000 })
    expect(partial.find('bob', hash)).toBeUndefined()
    expect(whole.of('ada').find(hash)).toBeUndefined()
    expect(held()).toBe(100_000)
    expect(await send(bytes, 100_000, { end: 100_001 })).toBeUndefined()
    const file = await send(bytes, 100_001)
    expect(file).toMatchObject({ hash, name: 'a.csv', bytes: 300_000, kind: 'point_cloud' })
    expect(whole.find('ada', hash)).toEqual(file)
    expect(partial.find('ada', hash)).toBeUndefined()
    expect(held()).toBe(300_000)
    whole.drop('ada', hash)
    expect(held()).toBe(0)
    await expectLeft(0)
  })

  it('takes its bytes of the account before they come, and gives back what has not come', async () => {
    const bytes = toTable(2 * mebibyte)
    const body = new PassThrough()
    const sending = send(bytes, 0, { end: mebibyte, body })
    expect(held()).toBe(mebibyte)
    body.write(bytes.subarray(0, 200_000))
    await vi.waitFor(() => expect(partial.find('ada', toHash(bytes))?.offset).toBe(200_000))
    expect(held()).toBe(mebibyte)
    body.destroy(new Error('aborted'))
    await expect(sending).rejects.toMatchObject({ code: 'request.invalid' })
    expect(held()).toBe(200_000)
    expect((await send(bytes, 200_000))?.bytes).toBe(2 * mebibyte)
  })

  it('is refused before anything is sent where it never has room, and where it has none now', async () => {
    const large = toTable(16)
    await expect(send(large, 0, { end: 1, total: 8 * mebibyte + 1 })).rejects.toMatchObject({
      code: 'body.large',
    })
    await send(toTable(3 * mebibyte), 0, { end: 2 * mebibyte })
    await expect(send(large, 0, { end: 1, total: 7 * mebibyte })).rejects.toMatchObject({ code: 'host.busy' })
    expect(held()).toBe(2 * mebibyte)
  })

  it('keeps what has come where the rest has no room for a while', async () => {
    const bytes = toTable(4 * mebibyte)
    await send(bytes, 0, { end: mebibyte })
    const other = toTable(3 * mebibyte)
    await send(other, 0, { caller: 'bob' })
    await expect(send(bytes, mebibyte)).rejects.toMatchObject({ code: 'host.busy' })
    expect(partial.find('ada', toHash(bytes))?.offset).toBe(mebibyte)
    whole.drop('bob', toHash(other))
    expect((await send(bytes, mebibyte))?.bytes).toBe(4 * mebibyte)
  })

  it.each([
    ['overlaps what has come', 50_000, {}, 'piece.displaced', 100_000],
    ['leaves a gap', 150_000, {}, 'piece.displaced', 100_000],
    ['begins it again', 0, {}, 'piece.displaced', 100_000],
    ['is of a file of another length', 100_000, { total: 300_001 }, 'piece.outside', 100_000],
    [
      'has more bytes than it says',
      100_000,
      { end: 150_000, body: Readable.from([Buffer.alloc(30_000, 55), Buffer.alloc(30_000, 55)]) },
      'request.invalid',
      130_000,
    ],
    [
      'has fewer bytes than it says',
      100_000,
      { end: 150_000, body: Readable.from([Buffer.alloc(30_000, 55)]) },
      'request.invalid',
      130_000,
    ],
  ])('refuses a piece that %s, and says where it goes on', async (_, start, sent: Sent, code, offset) => {
    const bytes = toTable(300_000)
    await send(bytes, 0, { end: 100_000 })
    await expect(send(bytes, start, sent)).rejects.toMatchObject({ code })
    expect(partial.find('ada', toHash(bytes))?.offset).toBe(offset)
    expect(held()).toBe(offset)
  })

  it('is dropped where its hash is another, with what was found', async () => {
    const bytes = toTable(300_000)
    const hash = toHash(toTable(300_000))
    await send(bytes, 0, { end: 100_000, hash })
    const refused = send(bytes, 100_000, { hash })
    await expect(refused).rejects.toMatchObject({
      code: 'file.altered',
      message: expect.stringContaining(toHash(bytes)),
    })
    expect(partial.find('ada', hash)).toBeUndefined()
    expect(whole.of('ada').find(hash)).toBeUndefined()
    expect(held()).toBe(0)
    await expectLeft(0)
  })

  it('is dropped where nobody goes on with it, and not while a piece comes', async () => {
    const bytes = toTable(300_000)
    const hash = toHash(bytes)
    await send(bytes, 0, { end: 100_000 })
    const body = new PassThrough()
    const sending = send(bytes, 100_000, { body })
    pass(10 * waitSeconds)
    body.end(bytes.subarray(100_000, 200_000))
    await expect(sending).rejects.toMatchObject({ code: 'request.invalid' }) // it was cut
    pass(waitSeconds - 1)
    expect(partial.find('ada', hash)?.offset).toBe(200_000)
    pass(31)
    expect(held()).toBe(0)
    await expectLeft(0)
    await expect(send(bytes, 200_000)).rejects.toMatchObject({ code: 'piece.displaced' })
    expect((await send(bytes, 0))?.hash).toBe(hash)
  })

  it('goes when its caller removes it, also while a piece comes', async () => {
    const bytes = toTable(300_000)
    const hash = toHash(bytes)
    await send(bytes, 0, { end: 100_000 })
    expect(partial.drop('bob', hash)).toBe(false)
    const body = new PassThrough()
    const sending = send(bytes, 100_000, { body })
    body.write(bytes.subarray(100_000, 100_100))
    await vi.waitFor(() => expect(partial.find('ada', hash)?.offset).toBe(100_100))
    expect(partial.drop('ada', hash)).toBe(true)
    await expect(sending).rejects.toMatchObject({ code: 'piece.displaced' })
    expect(held()).toBe(0)
    await expectLeft(0)
    expect(partial.drop('ada', hash)).toBe(false)
  })

  it('begins again where a cleaner has removed what had come', async () => {
    const bytes = toTable(300_000)
    await send(bytes, 0, { end: 100_000 })
    rmSync(folder, { recursive: true })
    await expect(send(bytes, 100_000)).rejects.toMatchObject({ code: 'piece.displaced' })
    expect(held()).toBe(0)
    expect((await send(bytes, 0))?.bytes).toBe(300_000)
  })
})

describe('two requests that send the same file', () => {
  it('leave it to the one that begins where it goes on, as after a dead connection', async () => {
    const bytes = toTable(300_000)
    const body = new PassThrough()
    const dead = send(bytes, 0, { body })
    body.write(bytes.subarray(0, 70_000))
    await vi.waitFor(() => expect(partial.find('ada', toHash(bytes))?.offset).toBe(70_000))
    const [refused, file] = await Promise.allSettled([dead, send(bytes, 70_000)])
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'piece.displaced' } })
    expect(file).toMatchObject({ status: 'fulfilled', value: { bytes: 300_000 } })
    expect(held()).toBe(300_000)
    await expectLeft(1)
  })

  it('are told apart where both begin it: one wins', async () => {
    const bytes = toTable(300_000)
    const both = await Promise.allSettled([send(bytes, 0), send(bytes, 0), send(bytes, 0)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of both)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'piece.displaced' })
    expect(whole.find('ada', toHash(bytes)).bytes).toBe(300_000)
    expect(held()).toBe(300_000)
    await expectLeft(1)
  })

  it('lose nothing of it in any order of pieces and turns', async () => {
    const bytes = toTable(200_000)
    const hash = toHash(bytes)
    for (let turn = 0; turn < 40; turn++) {
      const offset = partial.find('ada', hash)?.offset ?? 0
      // As the bodies of requests, it is destroyed while nobody reads it, and tells nobody of that.
      const bodies = [1, 2, 3].map(() => new PassThrough().on('error', () => {}))
      const sending = Promise.allSettled(bodies.map((body) => send(bytes, offset, { body })))
      for (const [i, body] of bodies.entries()) {
        body.write(bytes.subarray(offset, offset + 1000 * (1 + ((turn + i) % 5))))
        for (let step = 0; step < (turn * 7 + i * 3) % 11; step++) await Promise.resolve()
      }
      for (const body of bodies) body.destroy(new Error('aborted'))
      await sending
    }
    const offset = partial.find('ada', hash)?.offset ?? 0
    expect((await send(bytes, offset))?.hash).toBe(hash)
  })
})

describe('what a client may begin', () => {
  it('is 16 files, also where each is tiny', async () => {
    const tables = Array.from({ length: 17 }, () => toTable(104))
    for (const bytes of tables.slice(0, 16)) await send(bytes, 0, { end: 1 })
    const last = tables[16] ?? toTable(104)
    await expect(send(last, 0, { end: 1 })).rejects.toMatchObject({ code: 'host.busy' })
    expect(held()).toBe(16 * least)
    expect(listFolder()).toHaveLength(16)
    await send(last, 0, { end: 1, caller: 'bob' })
    const [first = last] = tables
    await send(first, 1)
    expect(await send(last, 0, { end: 1 })).toBeUndefined()
  })

  it('costs no more for a file in thousands of pieces of one byte', async () => {
    const bytes = toTable(5000)
    for (let at = 0; at < 4999; at++) {
      await send(bytes, at, { end: at + 1 })
      if (at % 1000 === 0) expect([held(), listFolder().length]).toEqual([least, 1])
    }
    const openFiles = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0
    expect(openFiles).toBeLessThan(500)
    expect((await send(bytes, 4999))?.hash).toBe(toHash(bytes))
  })
})
