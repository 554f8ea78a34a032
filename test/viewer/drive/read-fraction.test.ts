/** How much is done, by what a function says. */
import { describe, expect, it } from 'vitest'
import { readFraction } from '../../../core/viewer/drive/read-fraction.ts'

describe('how much is done', () => {
  it("is the message's own fraction before anything in its text", () => {
    expect(readFraction({ text: '90 %', fraction: 0.25 })).toBe(0.25)
    expect(readFraction({ text: '90 %', fraction: 0 })).toBe(0)
  })

  it.each([
    ['45 %', 0.45],
    ['45%', 0.45],
    ['smoothing, 12.5 % done', 0.125],
    ['100 %', 1],
    ['0 %', 0],
    ['3/10 slices', 0.3],
    ['slice 3 / 10', 0.3],
    ['[3/10] reading', 0.3],
    ['003/100', 0.03],
    ['1,200/4,800 triangles', 0.25],
    ['1.5/2 GB', 0.75],
    ['5/2000 points', 0.0025],
    ['step 2 of 8', 0.25],
    ['2 out of 8 done', 0.25],
    ['Step 8 of 8.', 1],
    ['level 2 of 4: 10 %', 0.1],
    ['marching cubes (7/7)', 1],
  ])('is read from %j', (text, fraction) => {
    expect(readFraction({ text })).toBeCloseTo(fraction, 10)
  })

  it.each([
    'going',
    '',
    'step 3',
    '2024/10/03',
    '3/10/2024',
    '03/2024',
    'data/3/10.tif',
    'v3/10',
    '1/2 inch',
    '3/4" pipe',
    '1/4 resolution',
    '1/2 mm',
    '12/10',
    '0/0',
    '3 of 0',
    '250 %',
    '-3/10',
    '3/-10',
    '2 of us',
    '3 offices of 10',
    'and/or',
  ])('is not read from %j', (text) => {
    expect(readFraction({ text })).toBeNull()
  })
})
