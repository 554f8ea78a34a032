import type { Ray } from 'three'
import type { ImageResult } from '../../contract/domain/result/result.ts'
import { type HalfSpace, isKept } from '../../contract/look/clip.ts'
import type { Hit } from './hit.ts'

/** Returns the pixel on a ray that no plane clips away: its column, row and channels. */
export function pickImage(result: ImageResult, ray: Ray, kept: readonly HalfSpace[]): Hit | null {
  const { origin, direction } = ray
  if (direction.z === 0) return null
  const distance = -origin.z / direction.z
  if (distance < 0) return null
  const place = origin.clone().addScaledVector(direction, distance)
  const [column, row] = [Math.floor(place.x), Math.floor(place.y)]
  const { width, height, channels, data } = result
  if (column < 0 || row < 0 || column >= width || row >= height) return null
  if (!isKept(kept, [place.x, place.y, 0])) return null
  const first = (row * width + column) * channels
  return {
    place: [place.x, place.y, 0],
    values: [...data.subarray(first, first + channels)],
    index: [column, row],
    normal: [0, 0, direction.z > 0 ? -1 : 1],
  }
}
