/** How often a client may ask, with a clock that the test holds. */
import { describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../../core/contract/domain/errors.ts'
import { ClientLimits, toClient } from '../../../../core/service/http/request/client-limits.ts'
import { RateLimit } from '../../../../core/service/http/request/rate-limit.ts'

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

  const refusal = new SpecimenError('token.refused', 'It is wrong.')
  /** Shows a token; only `right` is. */
  const show = (limits: ClientLimits, client: string, token: string): string => {
    try {
      return limits.judgeToken(client, token, () => {
        if (token !== 'right') throw refusal
        return 'taken'
      }) as string // at once
    } catch (error) {
      return error instanceof SpecimenError ? error.code : String(error)
    }
  }

  it('close the door to their address for a while, for right ones too', () => {
    const { limits, wait } = createLimits()
    for (const guess of ['1', '2']) expect(show(limits, 'a', guess)).toBe('token.refused')
    for (const guess of ['1', '3', 'right']) expect(show(limits, 'a', guess)).toBe('client.limited')
    expect(show(limits, 'b', 'right')).toBe('taken')
    wait(5000)
    expect(show(limits, 'a', 'right')).toBe('taken')
  })

  it('close it to no token that was right there lately, at that address alone', () => {
    const { limits, wait } = createLimits()
    expect(show(limits, 'a', 'right')).toBe('taken')
    for (let i = 0; i < 1000; i++) {
      for (const client of ['a', 'b']) show(limits, client, `guess ${i}`)
      wait(1000)
      expect([show(limits, 'a', 'right'), show(limits, 'a', `${i}`)]).toEqual(['taken', expect.any(String)])
    }
    expect(show(limits, 'a', 'another guess')).toBe('client.limited')
    for (const guess of ['x', 'y']) show(limits, 'b', guess)
    expect(show(limits, 'b', 'right')).toBe('client.limited')
    wait(10 * 60_000 - 1)
    for (const guess of ['1', '2']) show(limits, 'a', guess)
    expect(show(limits, 'a', 'right')).toBe('taken')
    wait(10 * 60_000)
    for (const guess of ['3', '4']) show(limits, 'a', guess)
    expect(show(limits, 'a', 'right')).toBe('client.limited')
  })

  it('are no more when they are looked at together, however long that takes', async () => {
    const { limits } = createLimits()
    const looks: (() => void)[] = []
    const show = async (token: string) =>
      await Promise.resolve(
        limits.judgeToken('a', token, async () => {
          await new Promise<void>((resolve) => looks.push(resolve))
          if (token !== 'right') throw refusal
          return 'taken'
        }),
      ).catch(({ code }: SpecimenError) => code)
    const answers = ['1', '2', '3', 'right', '4'].map(show)
    for (const end of looks) end()
    expect(await Promise.all(answers)).toEqual([
      ...['token.refused', 'token.refused', 'client.limited', 'client.limited', 'client.limited'],
    ])
  })

  it('count once, however often a client sends the same; faults of the host do not', () => {
    const { limits } = createLimits()
    for (let i = 0; i < 1000; i++) expect(show(limits, 'a', 'expired')).toBe('token.refused')
    const fault = () => {
      throw new SpecimenError('keys.unreachable', 'Away.')
    }
    for (let i = 0; i < 10; i++) expect(() => limits.judgeToken('a', `${i}`, fault)).toThrow('Away.')
    expect(show(limits, 'a', 'right')).toBe('taken')
  })

  it('are forgotten after a while, as right ones are, and by no more than some', () => {
    const { limits, wait } = createLimits()
    for (let i = 0; i < 2000; i++) show(limits, `wrong ${i}`, '')
    expect(limits.shownTokens).toBe(1000)
    for (let i = 0; i < 6000; i++) show(limits, `right ${i}`, 'right')
    expect(limits.shownTokens).toBe(6000)
    wait(10 * 60_000)
    show(limits, 'a', 'right')
    show(limits, 'a', 'wrong')
    expect(limits.shownTokens).toBe(2)
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
