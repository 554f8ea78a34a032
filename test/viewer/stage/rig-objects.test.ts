/** Labels and handles are placed in each frame, and dragged ones unprojected: without new objects of three. */
import { expect, it, vi } from 'vitest'

const made = vi.hoisted(() => ({ vectors: 0 }))
vi.mock('three', async (load) => {
  const three = await load<typeof import('three')>()
  class Vector3 extends three.Vector3 {
    constructor(x?: number, y?: number, z?: number) {
      super(x, y, z)
      made.vectors++
    }
  }
  return { ...three, Vector3 }
})
const { Rig } = await import('../../../core/viewer/stage/rig.ts')

const box = { low: [0, 0, 0], high: [40, 30, 20] } as const

it.each(['perspective', 'orthographic'] as const)('makes none for a place and back (%s)', (projection) => {
  const rig = new Rig()
  rig.resize(400, 200)
  rig.setUp({ up: 'z', from: null, projection })
  rig.fit(box, () => 1)
  rig.jump()
  rig.place(box)
  const before = made.vectors
  expect(before).toBeGreaterThan(0)
  const { x, y, depth, isVisible } = rig.project([1, 2, 3])
  const back = rig.unproject(x, y, depth)
  expect(made.vectors).toBe(before)
  expect(isVisible).toBe(true)
  for (const [axis, part] of back.entries()) expect(part).toBeCloseTo(axis + 1, 5)
})
