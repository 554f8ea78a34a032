import { expect, it } from 'vitest'
import { toPeopleDetail } from '../../../core/service/rooms/people-words.ts'

it('names a parameter by its title, and by its name where that is another', () => {
  const properties = { width: {}, height: { title: 'Height' }, t: { title: 'Wall' } }
  const issues = ['width', 'height', 't'].map((name) => {
    return { pointer: `/${name}`, allowed: 'must be at most 1', found: '2' }
  })
  const detail = toPeopleDetail(issues, { type: 'object', properties, additionalProperties: false })
  expect(detail).toMatch(/^Width must be at most 1.*Height must be at most 1.*Wall \(t\) must be at most 1/)
})
