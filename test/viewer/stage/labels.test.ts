import { describe, expect, it } from 'vitest'
import type { Vector3 } from '../../../core/contract/look/display.ts'
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

describe('the letters of anatomy', () => {
  // x grows to the left, y to the back, z to the feet: all three are turned in the scene.
  const turned = {
    ...box,
    orientation: 'LPI',
    placement: {
      columns: [
        [-1, 0, 0],
        [0, -1, 0],
        [0, 0, -1],
      ],
      start: [0, 0, 0],
    },
  } as const

  it('stand in the place of the names, outside both ends of each axis', () => {
    const labels = listLabels(turned, { axes: true, box: false, up: 'z' })
    expect(labels.map(({ text }) => text)).toEqual(['L', 'R', 'P', 'A', 'I', 'S'])
    const [left, right, , , inferior] = labels.map(({ place }) => place)
    expect(left?.[0]).toBeGreaterThan(10)
    expect(right?.[0]).toBeLessThan(0)
    expect(left?.slice(1)).toEqual([2, expect.closeTo(2.34567 / 2)])
    expect(inferior?.[2]).toBeGreaterThan(2.34567)
  })

  it('have a short line each, which ends before the letter', () => {
    const lines = listAxes(turned, 'z')
    expect(lines.map(({ axis }) => axis)).toEqual([0, 0, 1, 1, 2, 2])
    expect(lines[0]).toMatchObject({ from: [10, 2, expect.any(Number)], to: [10.4, 2, expect.any(Number)] })
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
