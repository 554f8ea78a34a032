/** Entries with owners beside a plain list of them, of which the same is asked, and the memory they give back. */
import { describe, expect, it } from 'vitest'
import { AgingEntries } from '../../../core/engine/cache/aging-entries.ts'
import { measureHeap } from '../../support/measure-heap.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const step = fc.record({
  what: fc.constantFrom('set', 'set', 'set', 'set', 'delete', 'touch', 'touch', 'clear'),
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
  owner: fc.constantFrom('ann', 'ben', 'cid'),
  bytes: fc.integer({ min: 1, max: 4 }),
})

const lasting = { ttlSeconds: Number.POSITIVE_INFINITY, now: () => 0 }

interface Known {
  readonly since: number
  readonly key: string
  readonly owner: string
  readonly bytes: number
}

describe('entries of owners', () => {
  it('have the order of their setting, and give the one used longest ago of an owner with most', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const entries = new AgingEntries<Known>(lasting)
        let byAge: Known[] = []
        let byUse: Known[] = []
        for (const { what, ...given } of steps) {
          const entry = { ...given, since: 0 }
          const others = (list: Known[]): Known[] => list.filter(({ key }) => key !== entry.key)
          const known = byAge.find(({ key }) => key === entry.key)
          if (what === 'set') {
            entries.set(entry.key, entry)
            byAge = [...others(byAge), entry]
            byUse = [...others(byUse), entry]
          } else if (what === 'touch') {
            entries.touch(entry.key)
            byUse = known ? [...others(byUse), known] : byUse
          } else if (what === 'delete') {
            entries.delete(entry.key)
            byAge = others(byAge)
            byUse = others(byUse)
          } else {
            entries.clear()
            byAge = []
            byUse = []
          }
          const measure = (owner: string): number =>
            byAge.reduce((sum, each) => sum + (each.owner === owner ? each.bytes : 0), 0)
          expect([...entries].map(([, value]) => value)).toEqual(byAge)
          expect(entries.oldest?.[1]).toEqual(byAge[0])
          expect(entries.size).toBe(byAge.length)
          expect(entries.bytes).toBe(byAge.reduce((sum, { bytes }) => sum + bytes, 0))
          const first = byAge.find(({ key }) => key === entries.findFirstToGo())
          if (byAge.length === 0) expect(entries.findFirstToGo()).toBeUndefined()
          else expect(measure(first?.owner ?? '')).toBe(Math.max(...['ann', 'ben', 'cid'].map(measure)))
          expect(first).toEqual(byUse.find(({ owner }) => owner === first?.owner))
        }
      }),
    )
  })

  it('keep no memory of what has come and gone while there was room for all', () => {
    const entries = new AgingEntries<Known>(lasting)
    const store = (count: number): void => {
      for (let i = 0; i < count; i++) {
        const [key, owner] = [`key ${i % 10}`, `owner ${i % 50}`]
        entries.set(key, { key, owner, bytes: 1 + (i % 7), since: 0 })
        if (i % 10 === 9) entries.touch('key 3')
      }
    }
    store(1_000)
    const before = measureHeap()
    store(200_000)
    expect(entries.size).toBe(10)
    expect(measureHeap() - before).toBeLessThan(1_000_000) // a standing of 50 bytes for each is 10 MB
  })

  it('drop an owner with its last entry', () => {
    const entries = new AgingEntries<Known>(lasting)
    entries.set('a', { key: 'a', owner: 'ann', bytes: 3, since: 0 })
    entries.set('b', { key: 'b', owner: 'ben', bytes: 1, since: 0 })
    entries.delete('a')
    expect(entries.findFirstToGo()).toBe('b')
    entries.delete('b')
    expect(entries.findFirstToGo()).toBeUndefined()
  })

  it('may be deleted one by one as they come', () => {
    const entries = new AgingEntries<Known>(lasting)
    for (const key of ['a', 'b', 'c', 'd']) entries.set(key, { key, owner: '', bytes: 1, since: 0 })
    const seen: string[] = []
    for (const [key] of entries) {
      seen.push(key)
      if (key !== 'b') entries.delete(key)
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd'])
    expect([...entries].map(([key]) => key)).toEqual(['b'])
  })
})
