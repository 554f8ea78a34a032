import { expect, it } from 'vitest'
import { UndoOrder } from '../../../core/viewer/xr/undo-order.ts'

it('takes back places and values in the order in which they were changed', () => {
  const order = new UndoOrder()
  order.follow({ place: 1, values: 0 })
  order.follow({ place: 1, values: 1 })
  order.follow({ place: 2, values: 1 })
  expect(order.pop({ place: 2, values: 1 })).toEqual(['place'])
  order.follow({ place: 1, values: 1 })
  expect(order.pop({ place: 1, values: 1 })).toEqual(['values'])
  order.follow({ place: 1, values: 0 })
  expect(order.pop({ place: 1, values: 0 })).toEqual(['place'])
  expect(order.pop({ place: 0, values: 0 })).toEqual([])
})

it('passes over what is gone, and takes back values of before', () => {
  const order = new UndoOrder()
  order.follow({ place: 1, values: 3 })
  order.follow({ place: 0, values: 3 })
  expect(order.pop({ place: 0, values: 3 })).toEqual(['values'])
  expect(order.pop({ place: 0, values: 2 })).toEqual(['values'])
})

it('takes back what changed in one frame as one, without what is gone', () => {
  const order = new UndoOrder()
  order.follow({ place: 1, values: 0 })
  order.follow({ place: 2, values: 1 })
  order.follow({ place: 3, values: 2 })
  expect(order.pop({ place: 3, values: 2 })).toEqual(['place', 'values'])
  order.follow({ place: 2, values: 0 })
  expect(order.pop({ place: 2, values: 0 })).toEqual(['place'])
  expect(order.pop({ place: 1, values: 0 })).toEqual(['place'])
})
