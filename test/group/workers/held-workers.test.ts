/** What a host tells the directory of its workers, and which of them it gives up. */
import { describe, expect, it, vi } from 'vitest'
import { AnnouncedCatalog } from '../../../core/federation/relay/announced-catalog.ts'
import { WorkerSession } from '../../../core/federation/relay/session.ts'
import { awayError } from '../../../core/group/redis/connect.ts'
import { HeldWorkers } from '../../../core/group/workers/held-workers.ts'
import type { HeldRecord, WorkerRecord } from '../../../core/group/workers/worker-record.ts'
import { createTestLog } from '../../contract/runner-harness.ts'

const end = { code: 'gone', detail: 'cut', retrySeconds: null } as never // what a session logs of it is not looked at

/** The directory, as scripts in Redis keep it. */
class Directory {
  readonly records = new Map<string, WorkerRecord>()
  isAway = false
  #last = 0

  find = (workerId: string): WorkerRecord | undefined => this.records.get(workerId)

  hold = async (workerId: string, held: HeldRecord, { hold }: { hold: number }) => {
    if (this.isAway) throw awayError()
    const before = this.records.get(workerId)?.hold ?? 0
    if (hold !== 0 && before > hold) return undefined
    const number = hold || ++this.#last
    this.records.set(workerId, { ...held, workerId, hold: number })
    return number
  }

  release = async (workerId: string, hold: number): Promise<void> => {
    if (this.records.get(workerId)?.hold === hold) this.records.delete(workerId)
  }
}

/** Returns a host with a relay that has the worker w1. */
function openHost(name: string, directory: Directory) {
  const log = createTestLog()
  const sessions = new Map<string, WorkerSession>()
  const waits = { arrivalSeconds: 9, answerSeconds: 9, streamSeconds: 9, cancelSeconds: 9 }
  const limits = { resultBytes: 1, runTimeoutSeconds: 9, queueLimit: 9, graceSeconds: 60 }
  const held = new HeldWorkers({ relay: { sessions }, directory, host: name, address: 'http://a:1', log })
  const open = (): WorkerSession => {
    const session = new WorkerSession('w1', {
      ...{ ...limits, waits, log, check: async () => {}, now: () => 0 },
      onChange: () => held.tend(),
      onGone: () => sessions.delete('w1'),
    })
    sessions.set('w1', session)
    return session
  }
  const link = { send: vi.fn(), close: vi.fn(), cut: vi.fn() }
  const join = (instance: string): void => {
    const session = sessions.get('w1') ?? open()
    const hello = { type: 'hello', software: 's', instance, places: 1 } as const
    session.join(link, hello, new AnnouncedCatalog('w1', () => async () => Promise.reject(new Error())))
    session.resume()
  }
  return {
    ...{ held, link, join, sessions },
    lose: () => sessions.get('w1')?.lose(link, end),
    look: async () => {
      held.check(new Set(['w1']))
      await held.settle()
    },
  }
}

describe('the workers that a host holds', () => {
  it('are told as they are, and given up when another host has them', async () => {
    const directory = new Directory()
    const [a, b] = [openHost('a', directory), openHost('b', directory)]
    a.join('i')
    await a.held.settle()
    expect(directory.find('w1')).toMatchObject({ host: 'a', instance: 'i', isAvailable: true, hold: 1 })
    a.lose()
    await a.held.settle()
    expect(directory.find('w1')).toMatchObject({ host: 'a', isAvailable: false, hold: 1 })
    b.join('i')
    await b.held.settle()
    await a.look()
    expect(directory.find('w1')).toMatchObject({ host: 'b', isAvailable: true, hold: 2 })
    expect([a.sessions.size, a.held.list(), b.held.list()]).toEqual([0, [], [['w1', 2]]])
  })

  it.each([
    ['cut, when the same process is elsewhere', 'i', [1, 0]],
    ['closed with the reason, when another process is', 'j', [0, 1]],
  ])('have their links %s', async (_what, instance, calls) => {
    const directory = new Directory()
    const [a, b] = [openHost('a', directory), openHost('b', directory)]
    a.join('i')
    await a.held.settle()
    b.join(instance)
    await b.held.settle()
    await a.look()
    expect([a.link.cut.mock.calls.length, a.link.close.mock.calls.length]).toEqual(calls)
  })

  it('stay where they have connected last, whoever looks first', async () => {
    const directory = new Directory()
    const [a, b] = [openHost('a', directory), openHost('b', directory)]
    a.join('i')
    await a.held.settle()
    b.join('i')
    await b.held.settle()
    a.join('i') // before it has heard of that
    a.held.check(new Set(['w1']))
    await a.held.settle()
    await b.look()
    expect(directory.find('w1')).toMatchObject({ host: 'a', hold: 3 })
    expect([a.sessions.size, b.sessions.size]).toEqual([1, 0])
  })

  it('are told when Redis is back: by who has the link, not by who had it', async () => {
    const directory = new Directory()
    const [a, b] = [openHost('a', directory), openHost('b', directory)]
    directory.isAway = true
    a.join('i')
    await a.held.settle()
    a.lose()
    b.join('i')
    await b.held.settle()
    directory.isAway = false
    for (const host of [b, a]) await host.look()
    expect(directory.find('w1')).toMatchObject({ host: 'b', hold: 1 })
    expect([a.sessions.size, b.sessions.size]).toEqual([0, 1])
  })

  it('are told again when Redis has lost them', async () => {
    const directory = new Directory()
    const a = openHost('a', directory)
    a.join('i')
    await a.held.settle()
    directory.records.clear()
    await a.look()
    expect(directory.find('w1')).toMatchObject({ host: 'a', hold: 1 })
  })

  it.each([
    [false, undefined],
    [true, { host: 'a', isAvailable: false, hold: 1 }],
  ])('are forgotten when the relay gives them up, but by one that stops (%s)', async (isStopping, left) => {
    const directory = new Directory()
    const a = openHost('a', directory)
    a.join('i')
    await a.held.settle()
    if (isStopping) a.held.retire()
    a.sessions.get('w1')?.close()
    await a.held.settle()
    if (left) expect(directory.find('w1')).toMatchObject(left)
    else expect(directory.find('w1')).toBeUndefined()
  })
})
