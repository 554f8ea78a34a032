/**
 * The contract of the job store port, which every implementation passes, and of the bytes of those that have
 * them in this process; with a clock of the test's own.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProgressMessage } from '../../core/contract/domain/job.ts'
import { Ledger } from '../../core/service/account/ledger.ts'
import type { JobStore } from '../../core/service/jobs/job-store.ts'
import { toEntry } from './room-cache-contract.ts'

export interface StoreSetup {
  readonly ttlSeconds: number
  readonly running: Ledger
  readonly byteLimit: number
  readonly now: () => number
}

/** A store under test, and what brings its expiries nearer where they are not by its `now`. */
export interface StoreForm {
  create(setup: StoreSetup): JobStore
  passTime?(milliseconds: number): Promise<void>
}

const message = (seq: number): ProgressMessage => ({ seq, text: `m${seq}`, ts: seq })

/** Returns a ledger for so many running jobs. */
export function createRunning(limit: number): Ledger {
  return new Ledger({ unit: 'count', limit, refusal: 'As many jobs are running as may.' })
}

const toStandard = () => ({ ttlSeconds: 300, running: createRunning(3), byteLimit: 1_000_000 })

export function describeJobStore(name: string, form: StoreForm): void {
  describe(`the job store ${name}`, () => {
    let now = 0
    let store: JobStore
    beforeEach(() => {
      now = 0
      store = form.create({ ...toStandard(), now: () => now })
    })
    afterEach(() => store.close())
    const passTime = async (milliseconds: number): Promise<void> => {
      now += milliseconds
      await form.passTime?.(milliseconds)
    }

    it('shows a new job as running without messages', async () => {
      await store.create('a')
      expect(await store.view('a', -1)).toEqual({ status: 'running', messages: [], error: null })
      expect(await store.result('a')).toBe('running')
    })

    it('knows nothing of a job that was never created', async () => {
      await store.append('x', [message(0)])
      expect(await store.settle('x', { status: 'error', error: 'e' })).toBe(false)
      expect([await store.view('x', -1), await store.result('x')]).toEqual([undefined, undefined])
    })

    it('counts what runs, what has ended, and bytes until all is forgotten', async () => {
      for (const id of ['a', 'b']) await store.create(id)
      await store.append('a', [message(0)])
      const before = await store.usage()
      expect(before).toMatchObject({ running: 2, ended: 0 })
      await store.settle('a', { status: 'done', entry: toEntry('e') })
      const after = await store.usage()
      expect(after).toMatchObject({ running: 1, ended: 1 })
      expect(after.bytes).toBeGreaterThan(before.bytes)
      await store.discard('b')
      await passTime(301_000)
      expect(await store.usage()).toEqual({ running: 0, ended: 0, bytes: 0 })
    })

    it('ends a job once; nothing changes it afterwards [state.terminal]', async () => {
      await store.create('a')
      expect(await store.settle('a', { status: 'error', error: 'first' })).toBe(true)
      expect(await store.settle('a', { status: 'done', entry: toEntry('1') })).toBe(false)
      expect(await store.view('a', -1)).toEqual({ status: 'error', messages: [], error: 'first' })
      expect(await store.result('a')).toEqual({ status: 'error', error: 'first' })
    })

    it('cancels a running job once, and none that has ended', async () => {
      await store.create('a')
      expect([await store.cancel('a'), await store.cancel('a'), await store.cancel('x')]).toEqual([
        true,
        false,
        false,
      ])
      expect(await store.result('a')).toEqual({ status: 'error', error: 'cancelled' })
      expect(await store.settle('a', { status: 'done', entry: toEntry('1') })).toBe(false)
      expect(await store.usage()).toMatchObject({ running: 0, ended: 1 })
    })

    it('keeps the result of a job that is done', async () => {
      const entry = toEntry('1')
      await store.create('a')
      await store.settle('a', { status: 'done', entry })
      expect(await store.view('a', -1)).toEqual({ status: 'done', messages: [], error: null })
      const { id, held } = entry
      expect(await store.result('a')).toMatchObject({ status: 'done', entry: { id, held } })
    })

    it('forgets a job some time after its end, never a running one [job.swept]', async () => {
      await store.create('running')
      await store.create('ended')
      await passTime(50_000)
      await store.settle('ended', { status: 'error', error: 'e' })
      await passTime(290_000)
      expect(await store.view('ended', -1)).toBeDefined()
      expect(await store.result('ended')).toBeDefined()
      await passTime(10_000)
      expect(await store.view('ended', -1)).toBeUndefined()
      expect(await store.result('ended')).toBeUndefined()
      expect(await store.result('running')).toBe('running')
    })

    it('refuses more running jobs than its limit, until one ends', async () => {
      for (const id of ['a', 'b', 'c']) await store.create(id)
      await expect(store.create('d')).rejects.toMatchObject({ code: 'host.busy' })
      await store.settle('a', { status: 'error', error: 'e' })
      await store.create('d')
    })

    it('lets each caller have its share of the running jobs, whoever has how many', async () => {
      for (const id of ['a', 'b', 'c']) await store.create(id, 'greedy')
      await store.create('d', 'other')
      await expect(store.create('e', 'other')).rejects.toMatchObject({ code: 'host.busy' })
      await expect(store.create('e', 'greedy')).rejects.toMatchObject({ code: 'host.busy' })
      await store.settle('d', { status: 'error', error: 'e' })
      await store.create('e', 'other')
    })

    it('takes back a job whose run was refused: its id is unknown and its place is free', async () => {
      for (const id of ['a', 'b', 'c']) await store.create(id)
      await store.append('b', [message(0)])
      await store.discard('b')
      expect([await store.view('b', -1), await store.result('b')]).toEqual([undefined, undefined])
      expect(await store.settle('b', { status: 'error', error: 'e' })).toBe(false)
      await store.create('d')
    })
  })
}

/** Of a store that is given the messages of its jobs: another one reads them where the run has them. */
export function describeJobMessages(name: string, form: StoreForm): void {
  describe(`the messages of the job store ${name}`, () => {
    let store: JobStore
    beforeEach(() => {
      store = form.create({ ...toStandard(), now: () => 0 })
    })
    afterEach(() => store.close())

    it('returns messages in order, above since only [jobs.1]', async () => {
      await store.create('a')
      await store.append('a', [message(0), message(1)])
      await store.append('a', [message(2)])
      const seqs = async (since: number) => (await store.view('a', since))?.messages.map(({ seq }) => seq)
      expect([await seqs(-1), await seqs(0), await seqs(2), await seqs(50), await seqs(-9)]).toEqual([
        [0, 1, 2],
        [1, 2],
        [],
        [],
        [0, 1, 2],
      ])
    })

    it('keeps the last 1,000 messages, also when numbers are left out', async () => {
      await store.create('a')
      for (let i = 0; i < 3500; i++) await store.append('a', [message(2 * i)])
      const view = await store.view('a', -1)
      expect([view?.messages.length, view?.messages[0]?.seq, view?.messages.at(-1)?.seq]).toEqual([
        1000, 5000, 6998,
      ])
      expect((await store.view('a', 6995))?.messages.map(({ seq }) => seq)).toEqual([6996, 6998])
    })

    it('change no more once the job has ended [state.terminal]', async () => {
      await store.create('a')
      await store.append('a', [message(0)])
      await store.settle('a', { status: 'error', error: 'e' })
      await store.append('a', [message(1)])
      expect((await store.view('a', -1))?.messages).toEqual([message(0)])
    })
  })
}

/** Of a store that keeps messages and results in this process: one that does not bounds them by other means. */
export function describeJobBytes(name: string, create: (setup: StoreSetup) => JobStore): void {
  describe(`the bytes of the job store ${name}`, () => {
    let now = 0
    let store: JobStore
    beforeEach(() => {
      now = 0
      store = create({ ...toStandard(), now: () => now })
    })

    it('forgets ended jobs of the caller whose jobs hold most, never those of another for them', async () => {
      await store.create('mine', 'a')
      await store.settle('mine', { status: 'done', entry: toEntry('mine', 300_000) })
      for (const id of ['1', '2', '3']) {
        await store.create(id, 'b')
        await store.settle(id, { status: 'done', entry: toEntry(id, 400_000) })
      }
      expect(await listKnown('mine', '1', '2', '3')).toEqual(['mine', '3'])
      await store.create('huge', 'b')
      await store.settle('huge', { status: 'done', entry: toEntry('huge', 5_000_000) })
      expect(await listKnown('mine', '3', 'huge')).toEqual(['mine', 'huge'])
    })

    it('forgets the oldest results when they hold too many bytes, never the latest', async () => {
      for (const [id, bytes] of [
        ['a', 600_000],
        ['b', 600_000],
        ['c', 5_000_000],
      ] as const) {
        await store.create(id)
        await store.settle(id, { status: 'done', entry: toEntry(id, bytes) })
      }
      expect([await store.result('a'), await store.result('b')]).toEqual([undefined, undefined])
      expect(await store.result('c')).toMatchObject({ status: 'done' })
    })

    const settle = async (id: string, bytes: number) => {
      await store.create(id)
      await store.settle(id, { status: 'done', entry: toEntry(id, bytes) })
    }
    const listKnown = async (...ids: string[]) => {
      const results = await Promise.all(ids.map((id) => store.result(id)))
      return ids.filter((_, i) => results[i] !== undefined)
    }

    it('has the bytes of what it forgot for want of room again', async () => {
      for (const id of ['a', 'b', 'c', 'd']) await settle(id, 400_000)
      expect(await listKnown('a', 'b', 'c', 'd')).toEqual(['c', 'd'])
    })

    it('has the bytes of what it forgot for its age again', async () => {
      for (const id of ['a', 'b']) await settle(id, 400_000)
      now = 300_000
      for (const id of ['c', 'd']) await settle(id, 400_000)
      expect(await listKnown('a', 'b', 'c', 'd')).toEqual(['c', 'd'])
    })

    it('has the bytes of messages again that a running job has lost to newer ones', async () => {
      for (const id of ['a', 'b']) await settle(id, 150_000)
      await store.create('loud')
      // At most 2,000 of 0.3 kB are kept, in a store of 1 MB.
      for (let i = 0; i < 4000; i++) await store.append('loud', [message(i)])
      expect(await listKnown('a', 'b')).toEqual(['a', 'b'])
    })

    it('counts of an ended job no more messages than it shows', async () => {
      for (const id of ['a', 'b', 'c']) {
        await store.create(id)
        for (let i = 0; i < 1500; i++) await store.append(id, [message(i)]) // 0.4 MB, and 0.27 MB at its end
        await store.settle(id, { status: 'error', error: 'e' })
      }
      expect(await listKnown('a', 'b', 'c')).toEqual(['a', 'b', 'c'])
    })

    it('has the bytes of the messages of a job again that has ended', async () => {
      for (const id of ['a', 'b', 'c', 'd']) {
        await store.create(id)
        for (let i = 0; i < 150; i++) await store.append(id, [long(i)]) // 4 kB each
        await store.settle(id, { status: 'error', error: 'e' })
        expect((await seqs(id)).length).toBe(150)
      }
      await store.create('next')
      for (let i = 0; i < 150; i++) await store.append('next', [long(i)])
      expect((await seqs('next')).length).toBe(150)
    })

    it('keeps no more small jobs than its bytes allow, and forgets the oldest', async () => {
      for (let i = 0; i < 2000; i++) {
        await store.create(`${i}`)
        await store.settle(
          `${i}`,
          i % 2 === 0 ? { status: 'error', error: 'e' } : { status: 'done', entry: toEntry('1') },
        )
      }
      const kept = await Promise.all(
        Array.from({ length: 2000 }, async (_, i) => (await store.result(`${i}`)) !== undefined),
      )
      const first = kept.indexOf(true)
      expect(kept.slice(first).every((isKept) => isKept)).toBe(true)
      expect(kept.length - first).toBeGreaterThan(50)
      expect(kept.length - first).toBeLessThan(1000)
    })

    const long = (seq: number): ProgressMessage => ({ seq, text: 'x'.repeat(2000), ts: seq })
    const seqs = async (id: string) => (await store.view(id, -1))?.messages.map(({ seq }) => seq) ?? []

    it('cuts the messages of the running job that reports most, and of no other', async () => {
      await store.create('quiet')
      await store.append('quiet', [long(0), long(1), long(2)])
      await store.create('loud')
      for (let i = 0; i < 1000; i++) await store.append('loud', [long(i)])
      const loud = await seqs('loud')
      expect(loud.length).toBeLessThan(250) // of 1,000 with 4 kB each in 1 MB
      expect(loud.length).toBeGreaterThan(50)
      expect(loud).toEqual(Array.from({ length: loud.length }, (_, i) => 1000 - loud.length + i))
      expect(await seqs('quiet')).toEqual([0, 1, 2])
    })

    it('forgets ended jobs for the messages of running ones, and has the room again when those end', async () => {
      await store.create('old')
      await store.settle('old', { status: 'done', entry: toEntry('1', 500_000) })
      await store.create('latest')
      await store.settle('latest', { status: 'done', entry: toEntry('2', 400_000) })
      await store.create('loud')
      for (let i = 0; i < 100; i++) await store.append('loud', [long(i)])
      expect([await store.result('old'), (await seqs('loud')).length]).toEqual([undefined, 100])
      expect(await store.result('latest')).toMatchObject({ status: 'done' })
      await store.discard('loud')
      await store.create('next')
      await store.settle('next', { status: 'done', entry: toEntry('3', 500_000) })
      expect(await store.result('latest')).toMatchObject({ status: 'done' })
    })

    it('cuts no messages because the latest result is larger than all bytes', async () => {
      await store.create('huge')
      await store.settle('huge', { status: 'done', entry: toEntry('1', 5_000_000) })
      await store.create('a')
      for (let i = 0; i < 20; i++) await store.append('a', [long(i)])
      expect((await seqs('a')).length).toBe(20)
    })
  })
}
