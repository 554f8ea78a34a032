/** How often a client may ask, with a clock that the test holds. */
import { describe, expect, it } from 'vitest'
import { ClientLimits, toClient } from '../../../core/http/request/client-limits.ts'
import { RateLimit } from '../../../core/http/request/rate-limit.ts'

describe('a limit of 60 a minute', () => {
  it('lets ten come at once, and then one a second', () => {
    const limit = new RateLimit(60)
    for (let i = 0; i < 10; i++) expect(limit.take('a', 0)).toBe(0)
    expect(limit.take('a', 0)).toBe(1)
    expect(limit.take('a', 999)).toBe(1)
    expect(limit.take('a', 1000)).toBe(0)
    expect(limit.take('a', 1000)).toBe(1)
  })

  it('counts each client for itself, and nothing of what it refuses', () => {
    const limit = new RateLimit(60)
    for (let i = 0; i < 1000; i++) limit.take('a', 0)
    expect(limit.take('b', 0)).toBe(0)
    expect(limit.take('a', 1000)).toBe(0)
  })

  it('says how long to wait without counting', () => {
    const limit = new RateLimit(60)
    for (let i = 0; i < 20; i++) expect(limit.wait('a', 0)).toBe(0)
    for (let i = 0; i < 10; i++) limit.take('a', 0)
    expect(limit.wait('a', 0)).toBe(1)
    expect(limit.wait('a', 500)).toBe(1)
    expect(limit.wait('a', 60_000)).toBe(0)
  })

  it('forgets the first of more clients than it remembers', () => {
    const limit = new RateLimit(60)
    for (let i = 0; i < 10; i++) limit.take('a', 0)
    for (let i = 0; i < 9999; i++) limit.take(`client ${i}`, 0)
    expect(limit.take('a', 0)).toBe(1)
    limit.take('one more', 0)
    expect(limit.take('a', 0)).toBe(0)
  })
})

it('is none at 0, and never below one request', () => {
  const none = new RateLimit(0)
  for (let i = 0; i < 100_000; i++) none.take('a', 0)
  expect(none.take('a', 0)).toBe(0)
  const one = new RateLimit(1)
  expect([one.take('a', 0), one.take('a', 0), one.take('a', 60_000)]).toEqual([0, 60, 0])
})

describe('wrong tokens', () => {
  const createLimits = () => {
    let now = 0
    const limits = new ClientLimits({ requestRate: 0, runRate: 0, loginRate: 12 }, () => now)
    const wait = (milliseconds: number) => {
      now += milliseconds
    }
    return { limits, wait }
  }

  it('close the door to their address for a while, for right ones too', () => {
    const { limits, wait } = createLimits()
    for (const guess of ['1', '2']) {
      limits.checkLogin('a')
      limits.countWrongToken('a', guess)
    }
    expect(() => limits.checkLogin('a')).toThrow('Too many wrong tokens')
    expect(() => limits.checkLogin('b')).not.toThrow()
    wait(5000)
    expect(() => limits.checkLogin('a')).not.toThrow()
  })

  it('count once, however often a client sends the same', () => {
    const { limits } = createLimits()
    for (let i = 0; i < 1000; i++) limits.countWrongToken('a', 'Bearer expired')
    expect(() => limits.checkLogin('a')).not.toThrow()
  })
})

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', 'this machine'],
  ['127.0.0.5', 'this machine'],
  ['::ffff:127.0.0.1', 'this machine'],
  ['', ''],
])('counts the address %s as %s', (address, client) => {
  expect(toClient(address)).toBe(client)
})
