/** The place of a volume over another: by their origins and axes, or stretched over the box. */
import { describe, expect, it } from 'vitest'
import type { VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'
import { withCompanion } from '../../../core/viewer/data/companion.ts'

const volume = (more: Partial<VolumeResult>, shape = [2, 2, 2]) =>
  prepare({
    type: 'volume',
    shape,
    dtype: 'uint8',
    data: new Uint8Array(shape.reduce((a, b) => a * b)),
    ...more,
  })

function overlay(base: Partial<VolumeResult>, other: Partial<VolumeResult>) {
  const companion = { name: 'a.nii', prepared: volume(other, [2, 2, 4]), isOverlay: true }
  const { second } = withCompanion(volume(base), companion)
  const { columns = [], start = [] } = second?.overlay ?? {}
  // The axis of the base that a fraction of the other follows, its factor, and the offset.
  const rows = [0, 1, 2].map((at) => {
    const axis = columns.findIndex((column) => Math.abs(column[at] ?? 0) > 1e-9)
    return [axis, columns[axis]?.[at] ?? 0, start[at] ?? 0].map((part) => Number(part.toFixed(9)) + 0)
  })
  return { rows, columns, start, note: second?.note }
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

  it('lies where the directions of both say, tilted and mirrored', () => {
    // Turned by 90° around z: the base's x goes along the other's y, its y against the other's x.
    const turned = {
      origin: [0, 0, 0],
      direction: [
        [1, 0, 0],
        [0, 0, 1],
        [0, -1, 0],
      ],
    }
    // Base: x in [-0.5, 1.5] against -y … ; its box in the world goes from 0.5 to -1.5 along x.
    expect(overlay(turned, { origin: [0, 0, -3] }).rows).toEqual([
      [1, -0.5, 1],
      [0, 1, 0],
      [2, 1, 0],
    ])
    const mirrored = {
      origin: [0, 0, 0],
      orientation: 'LAS',
      direction: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, -1],
      ],
    }
    // Both worlds are RAS: the base goes from 0.5 to -1.5 along x, the other from -3.5 to 0.5.
    expect(overlay(mirrored, { origin: [0, 0, -3], orientation: 'RAS' }).rows).toEqual([
      [0, -0.5, 1],
      [1, 1, 0],
      [2, 1, 0],
    ])
    // A quarter of a right angle: the middle of a volume stays where it is over itself.
    const [cos, sin] = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8)]
    const tilted = {
      origin: [1, 2, 3],
      direction: [
        [1, 0, 0],
        [0, cos, sin],
        [0, -sin, cos],
      ],
    }
    const { columns, start } = overlay(tilted, { ...tilted, spacing: [1, 1, 0.5] })
    expect([...columns, start].flat().map((part) => Number(part.toFixed(9)) + 0)).toEqual(
      [1, 0, 0, 0, 1, 0, 0, 0, 1, 0.125 - 0.25, 0, 0].map((part) => Number(part.toFixed(9))),
    )
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
    const mesh = prepare({ type: 'mesh', vertices: new Float32Array(9), indices: new Uint32Array(3) })
    const { second } = withCompanion(mesh, { name: 'b', prepared: volume({}), isOverlay: true })
    expect(second?.overlay).toBeNull()
    expect(second?.note).toBe('b stands beside it, in the same space.')
  })
})
