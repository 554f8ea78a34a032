/** A map with a first entry, beside a `Map` of which the same is asked. */
import { describe, expect, it } from 'vitest'
import { LinkedMap } from '../../core/domain/linked-map.ts'
import { fc } from '../support/seeded-fast-check.ts'

const step = fc.record({
  what: fc.constantFrom('set', 'set', 'set', 'delete', 'moveToEnd', 'clear'),
  key: fc.integer({ min: 0, max: 5 }),
  value: fc.integer(),
})

function applyTo(
  map: Map<number, number>,
  { what, key, value }: { what: string; key: number; value: number },
): void {
  const known = map.get(key)
  if (what === 'set') map.set(key, value)
  if (what === 'clear') map.clear()
  if (what === 'delete' || what === 'moveToEnd') map.delete(key)
  if (what === 'moveToEnd' && known !== undefined) map.set(key, known)
}

describe('a linked map', () => {
  it('has the entries of a map in the same order after any steps', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const linked = new LinkedMap<number, number>()
        const map = new Map<number, number>()
        for (const each of steps) {
          const { what, key, value } = each
          if (what === 'set') linked.set(key, value)
          if (what === 'clear') linked.clear()
          if (what === 'delete') linked.delete(key)
          if (what === 'moveToEnd') linked.moveToEnd(key)
          applyTo(map, each)
          expect([...linked]).toEqual([...map])
          expect(linked.first).toEqual([...map][0])
          expect(linked.size).toBe(map.size)
          expect(linked.get(key)).toBe(map.get(key))
        }
      }),
    )
  })

  it('goes on past entries that are deleted as they come', () => {
    const linked = new LinkedMap<string, number>()
    for (const [place, key] of ['a', 'b', 'c', 'd'].entries()) linked.set(key, place)
    const seen: string[] = []
    for (const [key] of linked) {
      seen.push(key)
      if (key !== 'b') linked.delete(key)
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd'])
    expect([...linked]).toEqual([['b', 1]])
  })
})
