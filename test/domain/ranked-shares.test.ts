/** Who has most, after any gains and losses, beside a look at all of them. */
import { describe, expect, it } from 'vitest'
import { RankedShares } from '../../core/domain/ranked-shares.ts'
import { fc } from '../support/seeded-fast-check.ts'

const change = fc.record({
  owner: fc.constantFrom('ann', 'ben', 'cid', 'dot', 'eve'),
  amount: fc.integer({ min: -20, max: 20 }),
  isAsked: fc.boolean(),
})

describe('ranked shares', () => {
  it('know an owner that has most, asked always or from time to time', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
        const shares = new RankedShares()
        const amounts = new Map<string, number>()
        for (const { owner, amount, isAsked } of changes) {
          const change = Math.max(amount, -(amounts.get(owner) ?? 0)) // nobody owes anything
          shares.add(owner, change)
          amounts.set(owner, (amounts.get(owner) ?? 0) + change)
          if (!isAsked) continue
          const most = Math.max(0, ...amounts.values())
          const { largest } = shares
          if (most === 0) expect(largest).toBeUndefined()
          else expect(amounts.get(largest ?? '')).toBe(most)
        }
      }),
    )
  })

  it('have nobody who has most when all was taken from them', () => {
    const shares = new RankedShares()
    shares.add('ann', 3)
    shares.clear()
    expect(shares.largest).toBeUndefined()
    shares.add('ben', 1)
    expect(shares.largest).toBe('ben')
  })
})
