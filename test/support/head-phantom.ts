/**
 * A head as files of NIfTI-1, byte by byte after `nifti1.h`: an ellipsoid of 100 with a nose in front and a
 * ball of 60 on the patient's left cheek. Each file has the same head in the same place of the world, its axes
 * along other directions, so that every right picture of one is that of all.
 */

/** Half of the sides of the sampled box, in mm of the world R, A, S, and the distance of the samples. */
const reach = [85, 95, 95] as const
const step = 5

/** The middle of the ball on the left cheek, in R, A, S. */
export const marker = [-60, 25, 10] as const

/** Returns the value at a place of the world in R, A, S: edges fade over 15 mm. */
export function headAt(x: number, y: number, z: number): number {
  const ball = (value: number, at: readonly number[], radii: readonly number[]): number => {
    const parts = [x, y, z].map((part, i) => (part - (at[i] ?? 0)) / (radii[i] ?? 1))
    const inside = (1 - Math.hypot(...parts)) * Math.min(...radii)
    return value * Math.max(0, Math.min(1, 0.5 + inside / 15))
  }
  const nose = ball(100, [0, 74, -8], [9, 14, 14])
  return Math.max(ball(100, [0, 0, 0], [58, 72, 82]), nose, ball(60, marker, [16, 16, 16]))
}

const ends = ['LR', 'PA', 'IS'] as const

/** An affine of NIfTI: three rows of four numbers. */
type Rows = readonly (readonly number[])[]

/** Returns the head with axes along such directions, as `LAS`. */
export function makeHead(axes: string): Uint8Array<ArrayBuffer> {
  const worlds = Array.from(axes, (end) => ends.findIndex((pair) => pair.includes(end)))
  const counts = worlds.map((world) => (2 * (reach[world] ?? 0)) / step)
  const rows = ends.map((pair, world) => {
    const columns = worlds.map((own, axis) => {
      if (own !== world) return 0
      return axes[axis] === pair[1] ? step : -step
    })
    const first = (columns.find((part) => part !== 0) ?? 0) > 0 ? -1 : 1
    return [...columns, first * ((reach[world] ?? 0) - step / 2)]
  })
  return makeNifti(counts, rows)
}

/** Returns the head in a box that is turned around the axis from foot to head. */
export function makeObliqueHead(degrees: number): Uint8Array<ArrayBuffer> {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  const counts = reach.map((half) => (2 * half) / step)
  const turn = ([x = 0, y = 0, z = 0]: readonly number[]) => [cosine * x - sine * y, sine * x + cosine * y, z]
  const first = turn(reach.map((half) => step / 2 - half))
  const columns = [
    [step, 0, 0],
    [0, step, 0],
    [0, 0, step],
  ].map(turn)
  return makeNifti(
    counts,
    [0, 1, 2].map((row) => [...columns.map((column) => column[row] ?? 0), first[row] ?? 0]),
  )
}

/** Returns a NIfTI of the head's values, `int16`, sampled where the affine says; without one of code 0. */
export function makeNifti(
  counts: readonly number[],
  rows: Rows | null,
  valueAt: (x: number, y: number, z: number) => number = headAt,
): Uint8Array<ArrayBuffer> {
  const [width = 1, height = 1, depth = 1] = counts
  const bytes = new Uint8Array(352 + 2 * width * height * depth)
  const view = new DataView(bytes.buffer)
  const short = (at: number, ...values: number[]) =>
    values.forEach((value, i) => void view.setInt16(at + 2 * i, value, true))
  const float = (at: number, ...values: number[]) =>
    values.forEach((value, i) => void view.setFloat32(at + 4 * i, value, true))
  view.setInt32(0, 348, true) // sizeof_hdr
  short(40, 3, width, height, depth, 1, 1, 1, 1) // dim
  short(70, 4, 16) // datatype int16, bitpix
  float(76, 1, step, step, step) // pixdim
  float(108, 352) // vox_offset
  bytes[123] = 2 // xyzt_units: mm
  short(252, 0, rows ? 1 : 0) // qform_code, sform_code
  float(280, ...(rows ?? []).flat()) // srow_x, y, z
  bytes.set([0x6e, 0x2b, 0x31, 0], 344) // n+1
  const grid = [
    [step, 0, 0, 0],
    [0, step, 0, 0],
    [0, 0, step, 0],
  ]
  let at = 352
  for (let k = 0; k < depth; k++)
    for (let j = 0; j < height; j++)
      for (let i = 0; i < width; i++, at += 2) {
        const [x = 0, y = 0, z = 0] = (rows ?? grid).map(
          ([a = 0, b = 0, c = 0, d = 0]) => a * i + b * j + c * k + d,
        )
        view.setInt16(at, valueAt(x, y, z), true)
      }
  return bytes
}
