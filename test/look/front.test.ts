/** The side from which a body is first seen. */
import { describe, expect, it } from 'vitest'
import { findFront } from '../../core/look/front.ts'

describe('the front', () => {
  it('is where the face is, a little from the left side and from above', () => {
    expect(findFront('RAS')).toEqual([-0.4, 1, 0.25])
    expect(findFront('LPS')).toEqual([0.4, -1, 0.25])
    expect(findFront('ILP')).toEqual([-0.25, 0.4, -1])
  })

  it('of other texts is not known', () => {
    for (const text of ['', 'RA', 'xyz', 'ras']) expect(findFront(text)).toBeNull()
  })
})
