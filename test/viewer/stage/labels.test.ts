import { describe, expect, it } from 'vitest'
import type { Vector3 } from '../../../core/look/display.ts'
import { listAxes, listLabels, listRulers } from '../../../core/viewer/stage/labels.ts'

const box = { type: 'mesh', bounds: { low: [0, 0, 0], high: [10, 4, 2.34567] } } as const

describe('labels', () => {
  it('are the names of the axes and the lengths of the box, as far as they are shown', () => {
    const texts = (axes: boolean, shown: boolean) =>
      listLabels(box, { axes, box: shown, up: 'z' }).map(({ text }) => text)
    expect(texts(false, false)).toEqual([])
    expect(texts(true, false)).toEqual(['x', 'y', 'z'])
    expect(texts(true, true)).toEqual(['x', 'y', 'z', '10', '4', '2.346'])
  })

  it('are outside the box, beside the middle of the edge that they measure', () => {
    for (const { axis, place } of listLabels(box, { axes: false, box: true, up: 'z' })) {
      expect(place[axis]).toBeCloseTo((box.bounds.high[axis] ?? 0) / 2)
      const isOutside = place.some((value, at) => value < 0 || value > (box.bounds.high[at] ?? 0))
      expect(isOutside).toBe(true)
    }
  })

  it('leave out axes without an extent, and images', () => {
    const flat = { type: 'mesh', bounds: { low: [0, 0, 5], high: [3, 3, 5] } } as const
    const display = { axes: true, box: true, up: 'z' } as const
    expect(listLabels(flat, display).map(({ text }) => text)).toEqual(['x', 'y', '3', '3'])
    expect(listLabels({ ...flat, type: 'image' }, display)).toEqual([])
  })
})

describe('the lines beside labels', () => {
  it('are axes from the corner at the front, no longer than the box', () => {
    const thin = { type: 'mesh', bounds: { low: [0, 0, 0], high: [100, 1, 100] } } as const
    expect(listAxes(thin, 'y').map(({ to }) => to[2])).toEqual([100, 100, 118])
    expect(listAxes(thin, 'z').map(({ to }) => to)).toEqual([
      [18, 0, 0],
      [0, 1, 0],
      [0, 0, 18],
    ])
  })

  it.each([
    [
      'z',
      [
        [0, 0, 0],
        [10, 0, 0],
        [0, 0, 0],
      ],
    ],
    [
      'y',
      [
        [0, 0, 2.34567],
        [0, 0, 2.34567],
        [10, 0, 0],
      ],
    ],
  ] as const)('are edges at the front and below, with %s up', (up, from: readonly Vector3[]) => {
    const rulers = listRulers(box, up)
    expect(rulers.map((ruler) => ruler.from)).toEqual(from)
    for (const ruler of rulers) expect(Math.hypot(...ruler.outward)).toBeCloseTo(1)
  })
})
