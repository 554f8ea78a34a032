import {
  type AxisVector,
  findWorldEnds,
  toAxisVectors,
  toWorld,
} from '../../contract/domain/result/direction.ts'
import type { VolumeResult } from '../../contract/domain/result/result.ts'

/** The place of a volume in a world: vectors as x, y, z. */
export interface VolumePlace {
  /** The anatomical directions in which the world's axes grow, such as `RAS`; undefined where unknown. */
  readonly ends: string | undefined
  /** From each sample to the next, along the axes x, y and z of the array. */
  readonly steps: readonly AxisVector[]
  /** The first sample; undefined where the volume does not say where it lies. */
  readonly first: AxisVector | undefined
}

/** Returns the place of a volume in its own world where that is among `known`, else in the first of these. */
export function findPlace(volume: VolumeResult, known: readonly [string, ...string[]]): VolumePlace {
  const { spacing = [1, 1, 1], origin, direction } = volume
  const own = findWorldEnds(volume)
  const ends = own && (known.includes(own) ? own : known[0])
  const turn = (vector: AxisVector): AxisVector => (own && ends ? toWorld(vector, own, ends) : vector)
  const steps = toAxisVectors(direction).map((vector, axis) => {
    const length = spacing[2 - axis] ?? 1
    return turn([vector[0] * length, vector[1] * length, vector[2] * length])
  })
  const [z, y, x] = origin ?? []
  const isPlaced = x !== undefined && y !== undefined && z !== undefined
  return { ends, steps, first: isPlaced ? turn([x, y, z]) : undefined }
}
