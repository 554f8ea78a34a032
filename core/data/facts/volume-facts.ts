import { measureSpan, toAxisVectors } from '../../contract/domain/result/direction.ts'
import type { VolumeResult } from '../../contract/domain/result/result.ts'
import { mapBox } from '../../contract/look/affine.ts'
import type { Bounds } from '../../contract/look/box.ts'
import { findLengthUnit } from '../../contract/text/length-units.ts'
import type { FactLabel, VolumeFacts } from '../../contract/wire/facts.ts'
import { listLabels } from '../prepared/find-labels.ts'
import { toGrid } from '../prepared/grid.ts'
import { toWorldAffine } from '../prepared/world-place.ts'
import { toFactBox } from './box-facts.ts'
import { measureStatistics } from './measure-statistics.ts'
import { listTexts } from './texts.ts'

/** Returns the facts of a volume; `VolumeFacts` defines each. */
export function measureVolume(volume: VolumeResult): VolumeFacts {
  const { shape, dtype, spacing, data } = volume
  const labels = listLabels(volume, data)
  const measure = createVoxelMeasure(volume)
  return {
    kind: 'volume',
    ...listTexts(volume),
    shape,
    dtype,
    spacing: spacing ?? null,
    bounds: toFactBox(findWorldBox(volume)),
    values: measureStatistics(data),
    labels:
      labels?.map(({ value, name, count }) => ({
        value,
        name: name === '' ? null : name,
        voxel_count: count,
        ...measure(count),
      })) ?? null,
  }
}

function findWorldBox(volume: VolumeResult): Bounds {
  const whole = { low: [0, 0, 0], high: [1, 1, 1] } as const
  return volume.direction ? mapBox(toWorldAffine(volume), whole) : toGrid(volume).bounds
}

/** Returns a function from voxels to their volume. Columns of a direction may be oblique to one another. */
function createVoxelMeasure({
  spacing,
  direction,
  unit = '',
}: VolumeResult): (voxels: number) => Pick<FactLabel, 'volume' | 'volume_cm3'> {
  const centimetres = (findLengthUnit(unit)?.metres ?? Number.NaN) * 100
  const span = Math.abs(measureSpan(toAxisVectors(direction)))
  const voxel = spacing?.length === 3 ? spacing.reduce((volume, step) => volume * step, span) : Number.NaN
  return (voxels) => {
    const volume = Math.abs(voxels * voxel) // a file's spacing may be negative
    return { volume: toNumber(volume), volume_cm3: toNumber(volume * centimetres ** 3) }
  }
}

function toNumber(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
