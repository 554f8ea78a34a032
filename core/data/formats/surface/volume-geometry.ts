import { type AxisVector, toOrientation } from '../../../contract/domain/result/direction.ts'

/**
 * The volume from which FreeSurfer has made a surface: the directions of its axes and its middle in the
 * scanner's world, RAS. The surface has axes of its own, of which the origin is that middle.
 */
export interface VolumeGeometry {
  readonly x: AxisVector
  readonly y: AxisVector
  readonly z: AxisVector
  readonly center: AxisVector
}

type Axis = 'x' | 'y' | 'z' | 'c'

/** The axes of a volume that FreeSurfer has brought into its own order (`mri_convert --conform`). */
const conformed = { x: [-1, 0, 0], y: [0, 0, -1], z: [0, 1, 0] } as const

/**
 * Returns the geometry that texts of three numbers say, `c` for the middle; undefined where that is missing. Axes that are missing are those that FreeSurfer brings volumes to.
 */
export function toVolumeGeometry(read: (axis: Axis) => string): VolumeGeometry | undefined {
  const toVector = (axis: Axis): AxisVector | undefined => {
    const words = read(axis).trim().split(/\s+/)
    const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = words.map(Number)
    return words.length === 3 && [x, y, z].every(Number.isFinite) ? [x, y, z] : undefined
  }
  const center = toVector('c')
  if (!center) return undefined
  const [x = conformed.x, y = conformed.y, z = conformed.z] = [toVector('x'), toVector('y'), toVector('z')]
  return { x, y, z, center }
}

/**
 * Returns the directions in which the axes of a surface grow: its x, y and z lead against the first, along the
 * third and against the second axis of the volume, which is RAS where the volume is conformed.
 */
export function findSurfaceEnds({ x, y, z }: VolumeGeometry): string | undefined {
  const turn = ([a, b, c]: AxisVector): AxisVector => [-a, -b, -c]
  return toOrientation([turn(x), z, turn(y)], 'RAS')
}

/** Returns whether the surface's coordinates are other ones than the scanner's. */
export function isBesideScanner({ x, y, z, center }: VolumeGeometry): boolean {
  const isSame = (one: AxisVector, other: AxisVector): boolean =>
    one.every((part, i) => Math.abs(part - (other[i] ?? 0)) < 1e-5)
  const isConformed = isSame(x, conformed.x) && isSame(y, conformed.y) && isSame(z, conformed.z)
  return !isConformed || center.some((part) => part !== 0)
}
