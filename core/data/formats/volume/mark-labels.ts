import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import { type Label, pickLabels } from '../../../contract/domain/result/labels.ts'
import type { VolumeResult } from '../../../contract/domain/result/result.ts'
import type { VolumeSeries } from '../format.ts'

/**
 * Returns volumes as those of labels, with the names of the values that their samples have.
 * @param list returns the names that the file has for the volume at a place from 0; none by default
 */
export function markLabels<Found extends VolumeResult | VolumeSeries>(
  found: Found,
  list: (frame: number) => readonly Label[] = () => [],
): Found {
  const mark = (volume: VolumeResult, frame: number): VolumeResult => {
    const labels = list(frame)
    const used = findUsed(volume.data, labels)
    return { ...volume, labels: pickLabels(labels, (value) => used.has(value)) }
  }
  if ('type' in found) return { ...found, ...mark(found, 0) }
  const { read } = found
  return { ...found, read: async (frame: number) => mark(await read(frame), frame) }
}

/** Returns the values of labels that samples have. Neighbours are mostly equal, and looked up once. */
function findUsed(data: ElementArray, labels: readonly Label[]): ReadonlySet<number> {
  const wanted = new Set(labels.map(({ value }) => value))
  const used = new Set<number>()
  let last = Number.NaN
  for (const value of wanted.size === 0 ? [] : data) {
    if (value === last) continue
    last = value
    if (wanted.has(value)) used.add(value)
  }
  return used
}
