import { expect, it } from 'vitest'
import { formatCount } from '../../../core/contract/text/count.ts'

it('a count has the noun of one, of several and of none', () => {
  const formatted = [0, 1, 2].map((count) => formatCount(count, 'error'))
  expect(formatted).toEqual(['0 errors', '1 error', '2 errors'])
  expect([1, 2].map((count) => formatCount(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})
