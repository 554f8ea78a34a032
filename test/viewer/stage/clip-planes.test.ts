import { describe, expect, it } from 'vitest'
import { clipPlaneCount, isKept } from '../../../core/contract/look/clip.ts'
import { type Display, defaultDisplay } from '../../../core/contract/look/display.ts'
import { toClipPlanes } from '../../../core/viewer/stage/clip-planes.ts'

const bounds = { low: [0, 10, -2], high: [4, 20, 2] } as const
const keeps = (display: Partial<Display>, place: readonly [number, number, number]) =>
  isKept(toClipPlanes({ ...defaultDisplay, ...display }, bounds), place)
const all = [0, 1] as const

describe('clipping', () => {
  it('takes no planes when everything is kept, and else always as many', () => {
    expect(toClipPlanes(defaultDisplay, bounds)).toEqual([])
    const slabs = { slabs: [all, [0.2, 1], all] } as const
    expect(toClipPlanes({ ...defaultDisplay, ...slabs }, bounds)).toHaveLength(clipPlaneCount)
    const plane = { normal: [1, 0, 0], offset: 0 } as const
    expect(toClipPlanes({ ...defaultDisplay, ...slabs, plane }, bounds)).toHaveLength(clipPlaneCount)
  })

  it('keeps what is between the ends of a slab', () => {
    const slabs = { slabs: [all, [0.2, 0.7], all] } as const
    expect(keeps(slabs, [2, 11.9, 0])).toBe(false)
    expect(keeps(slabs, [2, 12.1, 0])).toBe(true)
    expect(keeps(slabs, [2, 16.9, 0])).toBe(true)
    expect(keeps(slabs, [2, 17.1, 0])).toBe(false)
  })

  it('keeps the faces of the box where a slab is not cut', () => {
    const slabs = { slabs: [all, [0.2, 1], all] } as const
    expect(keeps(slabs, [4.000001, 20.000001, -2.000001])).toBe(true)
  })

  it('keeps what has no extent along the axis of a slab', () => {
    const flat = { low: [0, 0, 5], high: [4, 4, 5] } as const
    const planes = toClipPlanes({ ...defaultDisplay, slabs: [all, all, [0.3, 0.6]] }, flat)
    expect(isKept(planes, [1, 1, 5])).toBe(true)
  })

  it('keeps the side to which the free plane points, from the middle and from elsewhere', () => {
    const normal = [0, 0, 1] as const
    expect(keeps({ plane: { normal, offset: 0 } }, [2, 15, 0.1])).toBe(true)
    expect(keeps({ plane: { normal, offset: 0 } }, [2, 15, -0.1])).toBe(false)
    const half = Math.hypot(4, 10, 4) / 2
    expect(keeps({ plane: { normal, offset: 0.1 } }, [2, 15, 0.1 * half + 0.01])).toBe(true)
    expect(keeps({ plane: { normal, offset: 0.1 } }, [2, 15, 0.1 * half - 0.01])).toBe(false)
  })
})
