/** The place of a volume over another: by their origins and axes, or stretched over the box. */
import { describe, expect, it } from 'vitest'
import type { VolumeResult } from '../../../core/domain/result/result.ts'
import { withCompanion } from '../../../core/viewer/data/companion.ts'
import { usualLimits } from '../../../core/viewer/data/prepare/grid.ts'
import { prepare } from '../../../core/viewer/data/prepare/prepare.ts'

const volume = (more: Partial<VolumeResult>, shape = [2, 2, 2]) =>
  prepare(
    { type: 'volume', shape, dtype: 'uint8', data: new Uint8Array(shape.reduce((a, b) => a * b)), ...more },
    usualLimits,
  )

function overlay(base: Partial<VolumeResult>, other: Partial<VolumeResult>) {
  const companion = { name: 'a.nii', prepared: volume(other, [2, 2, 4]), isOverlay: true }
  const { second } = withCompanion(volume(base), companion)
  const rows = second?.overlay?.map(({ axis, factor, offset }) => [axis, factor, offset].map((n) => n + 0))
  return { rows, note: second?.note }
}

describe('a volume over another', () => {
  it('lies where both origins say', () => {
    // The base goes from -0.5 to 1.5, the other from 0.5 to 4.5 along x, in half of its box.
    const { rows, note } = overlay({ origin: [0, 0, 0] }, { origin: [0, 0, 1] })
    expect(rows).toEqual([
      [0, 0.5, -0.25],
      [1, 1, 0],
      [2, 1, 0],
    ])
    expect(note).toContain('where the origins and axes of both say')
  })

  it('is turned between the directions of NIfTI and DICOM', () => {
    // A place of the base is at -x and -y of the other, which goes from -4.5 to -0.5 there.
    const base = { origin: [0, 0, 0], orientation: 'RAS', unit: 'mm' }
    const { rows } = overlay(base, { origin: [0, -1, -3], orientation: 'LPS', unit: 'mm' })
    expect(rows).toEqual([
      [0, -0.5, 1],
      [1, -1, 1],
      [2, 1, 0],
    ])
  })

  it.each([
    [{ origin: [0, 0, 0] }, {}],
    [{ origin: [0, 0, 0], orientation: 'RAS' }, { origin: [0, 0, 0] }],
    [
      { origin: [0, 0, 0], unit: 'mm' },
      { origin: [0, 0, 0], unit: 'µm' },
    ],
  ])('is stretched over the box where one does not say where it lies', (base, other) => {
    const { rows, note } = overlay(base, other)
    expect(rows).toEqual([0, 1, 2].map((axis) => [axis, 1, 0]))
    expect(note).toContain('stretched over its box')
  })

  it('is stretched along the right axes where both have names', () => {
    expect(overlay({ orientation: 'RAS' }, { orientation: 'SLA' }).rows).toEqual([
      [2, 1, 0],
      [0, -1, 1],
      [1, 1, 0],
    ])
  })

  it('stands beside what is no volume', () => {
    const mesh = prepare(
      { type: 'mesh', vertices: new Float32Array(9), indices: new Uint32Array(3) },
      usualLimits,
    )
    const { second } = withCompanion(mesh, { name: 'b', prepared: volume({}), isOverlay: true })
    expect(second?.overlay).toBeNull()
    expect(second?.note).toBe('b stands beside it, in the same space.')
  })
})
