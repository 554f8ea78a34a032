/** The time of a group, with a Redis and a clock played by hand. */
import type { Redis } from 'ioredis'
import { beforeEach, expect, it } from 'vitest'
import { RedisClock } from '../../../core/group/redis/redis-clock.ts'

let own: number
let theirs: number
let way: number
let clock: RedisClock

beforeEach(() => {
  ;[own, theirs, way] = [5_000, 1_800_000_000_000, 20]
  const pass = (milliseconds: number): void => {
    own += milliseconds
    theirs += milliseconds
  }
  const time = async () => {
    pass(way)
    const text = [Math.floor(theirs / 1000), (theirs % 1000) * 1000].map(String)
    pass(way)
    return text
  }
  clock = new RedisClock({ time } as unknown as Redis, () => own) // it asks no more of it
})

it('is Redis’ time, whatever the clock of the host shows', async () => {
  await clock.measure()
  expect(clock.now()).toBe(theirs)
  own += 3_600_000
  expect(clock.now()).toBe(theirs + 3_600_000)
})

it('follows a Redis whose clock was set, and not what the way there may have made', async () => {
  await clock.measure()
  theirs += 15
  await clock.measure()
  expect(clock.now()).toBe(theirs - 15)
  theirs -= 60_000
  await clock.measure()
  expect(clock.now()).toBe(theirs)
})

it('keeps the former difference when Redis does not answer', async () => {
  const away = async () => {
    throw new Error('away')
  }
  const redis = { time: async () => ['1800000000', '0'] }
  const broken = new RedisClock(redis as unknown as Redis, () => own)
  await broken.measure()
  redis.time = away
  broken.measureAgain()
  await expect(broken.measure()).rejects.toThrow('away')
  expect(broken.now()).toBe(1_800_000_000_000)
})
