/** When a Redis is held to be away, with connections played by hand and time passed by hand. */
import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDeferred, type Deferred } from '../../../core/contract/time/deferred.ts'
import { Reachability } from '../../../core/group/redis/reachability.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

let pings: Deferred<void>[]
let connections: (EventEmitter & { status: string })[]
let reachability: Reachability
let log: ReturnType<typeof createTestLog>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  pings = []
  log = createTestLog()
  const ping = (): Promise<void> => {
    const answer = createDeferred<void>()
    pings.push(answer)
    return answer.promise
  }
  connections = [1, 2].map(() => Object.assign(new EventEmitter(), { status: 'ready', ping }))
  reachability = new Reachability(connections as unknown as Redis[], log) // it asks no more of them
  reachability.watch()
})
afterEach(() => {
  reachability.close()
  vi.useRealTimers()
})
const answer = (): void => {
  for (const ping of pings.splice(0)) ping.resolve()
}
/** As long as answers that are there need to be read. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await nextTurn()
}
async function pass(milliseconds: number): Promise<void> {
  vi.advanceTimersByTime(milliseconds)
  await settle()
}

it('asks each connection once a second, and not again before it has an answer', async () => {
  await pass(1000)
  expect(pings).toHaveLength(2)
  await pass(1000)
  expect(pings).toHaveLength(2)
  answer()
  await settle()
  await pass(1000)
  expect([pings.length, reachability.isAway]).toEqual([2, false])
})

it('is away when one connection refuses, and back with both answers', async () => {
  const changes: boolean[] = []
  reachability.onChange((isAway) => changes.push(isAway))
  await pass(1000)
  pings[0]?.resolve()
  pings[1]?.reject(new Error('Command timed out'))
  await settle()
  expect(reachability.isAway).toBe(true)
  pings = []
  await pass(1000)
  answer()
  await settle()
  expect([reachability.isAway, changes]).toEqual([false, [true, false]])
  expect(log.entries.map(({ level }) => level)).toEqual(['warn', 'info'])
})

it('asks once more when the time was over because this process was stopped', async () => {
  await pass(1000)
  await pass(10_000)
  for (const ping of pings.splice(0)) ping.reject(new Error('Command timed out'))
  await settle()
  expect(reachability.isAway).toBe(false)
  await pass(1000)
  expect(pings).toHaveLength(2)
  await pass(2000)
  for (const ping of pings.splice(0)) ping.reject(new Error('Command timed out'))
  await settle()
  expect(reachability.isAway).toBe(true)
})

it('is away as soon as a connection is lost, and asks it again when it is ready', async () => {
  const [, second] = connections
  if (!second) throw new Error('there are two')
  second.status = 'reconnecting'
  second.emit('close')
  expect(reachability.isAway).toBe(true)
  await pass(2000)
  expect(pings).toHaveLength(0)
  second.status = 'ready'
  second.emit('ready')
  answer()
  await settle()
  expect(reachability.isAway).toBe(false)
})

it('is away when it is asked and refuses', async () => {
  await pass(1000)
  for (const ping of pings.splice(0)) ping.reject(new Error('LOADING'))
  await settle()
  expect(reachability.isAway).toBe(true)
  expect(log.entries).toMatchObject([{ level: 'warn', fields: { err: { message: 'LOADING' } } }])
})
