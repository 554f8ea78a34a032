import type { PartPlace } from '../domain/result/scene.ts'

/**
 * Returns a place as models of 3MF have it (core specification 1.3, 3.3): twelve numbers, three rows of a
 * turn and then the shift, which a point is a row before. `factor` scales all lengths; an offset is within.
 */
export function toModelPlace(
  place: PartPlace | undefined,
  {
    offset = [0, 0, 0],
    factor,
  }: { readonly offset?: readonly number[] | undefined; readonly factor: number },
): readonly number[] {
  const rows = place ?? [
    [1, 0, 0, 0],
    [0, 1, 0, 0],
    [0, 0, 1, 0],
  ]
  const turn = [0, 1, 2].flatMap((from) => rows.map((row) => (row[from] ?? 0) * factor))
  const shift = rows.map((row) => {
    const moved = [0, 1, 2].reduce((sum, axis) => sum + (row[axis] ?? 0) * (offset[axis] ?? 0), 0)
    return (moved + (row[3] ?? 0)) * factor
  })
  return [...turn, ...shift]
}
