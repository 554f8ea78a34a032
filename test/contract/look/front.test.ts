/** The side from which a body is first seen. */
import { describe, expect, it } from 'vitest'
import { findFront } from '../../../core/contract/look/front.ts'

describe('the front', () => {
  it('is where the face is in the scene, whatever the axes of the file', () => {
    for (const axes of ['RAS', 'LPS', 'ILP']) expect(findFront(axes)).toEqual([-0.4, 1, 0.25])
  })

  it('of what has no anatomical axes is not known', () => {
    expect(findFront('')).toBeNull()
  })
})
