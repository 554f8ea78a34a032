/** Amounts by client: what one may hold, what is left for the next, and that all of it comes back. */
import { describe, expect, it } from 'vitest'
import { Account } from '../../../core/service/account/account.ts'
import { type Hold, Ledger } from '../../../core/service/account/ledger.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const createBytes = (limit = 1200) => new Ledger({ unit: 'bytes', limit, refusal: 'Full; wait.' })
const busy = expect.objectContaining({ code: 'host.busy', message: 'Full; wait.' })

/** Takes one after the other until it is refused, and returns how much that was. */
function fill(ledger: Ledger, client: string, amount: number): number {
  for (;;)
    try {
      ledger.take(client, amount)
    } catch (error) {
      expect(error).toEqual(busy)
      return ledger.of(client)
    }
}

describe('bytes', () => {
  it('are left free by a client as much as it holds, so that the next has a place', () => {
    const ledger = createBytes()
    expect(fill(ledger, 'a', 100)).toBe(600)
    expect(fill(ledger, 'b', 100)).toBe(300)
    expect(fill(ledger, 'c', 100)).toBe(100)
    expect(fill(ledger, 'd', 50)).toBe(100)
    expect(ledger.held).toBe(1100)
  })

  it('admit what exceeds the limit by itself while nothing else is held', () => {
    const ledger = createBytes()
    const hold = ledger.take('a', 5000)
    expect(() => ledger.take('b', 1)).toThrow(busy)
    hold.release()
    ledger.take('b', 1)
    expect(() => ledger.take('a', 5000)).toThrow(busy)
    expect(ledger.held).toBe(1)
  })

  it('come back once, with all that a hold has grown by', () => {
    const ledger = createBytes()
    const hold = ledger.take('a', 100)
    ledger.take('b', 100)
    hold.resize(300)
    expect(() => hold.resize(1300)).toThrow(busy)
    expect([hold.amount, ledger.of('a'), ledger.held]).toEqual([300, 300, 400])
    hold.release()
    hold.release()
    hold.resize(50)
    expect([ledger.of('a'), ledger.held, ledger.clients]).toEqual([0, 100, 1])
  })

  it('of a thing count once in all, and whole for each of its clients', () => {
    const ledger = createBytes()
    const thing = { key: 'result', amount: 500 }
    const holds = ['a', 'a', 'b', 'c'].map((client) => ledger.takeShared(client, thing, 10))
    expect(ledger.held).toBe(540)
    expect(['a', 'b', 'c'].map((client) => ledger.of(client))).toEqual([520, 510, 510])
    expect(() => ledger.takeShared('a', { key: 'other', amount: 500 }, 10)).toThrow(busy)
    holds[0]?.release()
    holds[2]?.release()
    expect([ledger.held, ledger.of('a'), ledger.of('b')]).toEqual([520, 510, 0])
    holds[1]?.release()
    holds[3]?.release()
    expect([ledger.held, ledger.clients]).toEqual([0, 0])
  })

  it('never exceed the limit, and are zero after any order of takes and releases', () => {
    const step = fc.record({
      client: fc.constantFrom('a', 'b', 'c'),
      thing: fc.constantFrom(undefined, 'x', 'y'),
      amount: fc.nat(900),
      releases: fc.option(fc.nat(20), { nil: undefined }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const ledger = createBytes()
        const holds: Hold[] = []
        for (const { client, thing, amount, releases } of steps) {
          if (releases !== undefined) {
            holds[releases]?.release()
            continue
          }
          try {
            const size = thing === 'x' ? 100 : 300
            holds.push(
              thing
                ? ledger.takeShared(client, { key: thing, amount: size }, amount)
                : ledger.take(client, amount),
            )
          } catch (error) {
            expect(error).toEqual(busy)
          }
          expect(ledger.held).toBeLessThanOrEqual(1200)
        }
        for (const hold of holds) hold.release()
        expect([ledger.held, ledger.clients]).toEqual([0, 0])
      }),
    )
  })
})

describe('places', () => {
  it('may all be of one client, and the next gets its part above the limit', () => {
    const ledger = new Ledger({ unit: 'count', limit: 4, refusal: 'Full; wait.' })
    expect(fill(ledger, 'a', 1)).toBe(4)
    expect(fill(ledger, 'b', 1)).toBe(2)
    expect(fill(ledger, 'c', 1)).toBe(1)
  })
})

it('the account lists each holding with its limit', () => {
  const account = new Account({ answerBytes: 1000, jobLimit: 4, cacheBytes: 1000, fileBytes: 1000 })
  account.take('answers', 'a', 300)
  account.take('answers', 'b', 100)
  const [answers] = account.list()
  expect(answers).toEqual({ name: 'answers', unit: 'bytes', held: 400, limit: 1000, clients: 2 })
})
