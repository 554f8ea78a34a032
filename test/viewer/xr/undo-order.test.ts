import { expect, it } from 'vitest'
import { UndoOrder } from '../../../core/viewer/xr/undo-order.ts'

it('takes back places and values in the order in which they were changed', () => {
  const order = new UndoOrder()
  order.follow({ place: 1, values: 0 })
  order.follow({ place: 1, values: 1 })
  order.follow({ place: 2, values: 1 })
  expect(order.pop({ place: 2, values: 1 })).toBe('place')
  order.follow({ place: 1, values: 1 })
  expect(order.pop({ place: 1, values: 1 })).toBe('values')
  order.follow({ place: 1, values: 0 })
  expect(order.pop({ place: 1, values: 0 })).toBe('place')
  expect(order.pop({ place: 0, values: 0 })).toBeNull()
})

it('passes over what is gone, and takes back values of before', () => {
  const order = new UndoOrder()
  order.follow({ place: 1, values: 3 })
  order.follow({ place: 0, values: 3 })
  expect(order.pop({ place: 0, values: 3 })).toBe('values')
  expect(order.pop({ place: 0, values: 2 })).toBe('values')
})
