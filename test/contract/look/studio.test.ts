import { expect, it } from 'vitest'
import { studio } from '../../../core/contract/look/studio.ts'

it('the light of the studio comes from directions of length 1', () => {
  for (const { toward } of studio.lights) expect(Math.hypot(...toward)).toBeCloseTo(1, 2)
})
