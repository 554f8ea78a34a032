import { describe, expect, it } from 'vitest'
import { splitAxes } from '../../../core/contract/text/words.ts'

describe('the word on axes', () => {
  it.each([
    ['mm', { unit: 'mm' }],
    ['', { unit: '' }],
    ['mm, RAS', { unit: 'mm', orientation: 'RAS' }],
    ['LPI', { unit: '', orientation: 'LPI' }],
    ['mm, RAR', { unit: 'mm, RAR' }],
    ['µm, vertically nm', { unit: 'µm, vertically nm' }],
    ['mm, RAS, nm', { unit: 'mm, RAS, nm' }],
  ])('%j has unit and orientation', (axes, wanted) => {
    expect(splitAxes(axes)).toEqual(wanted)
  })
})
