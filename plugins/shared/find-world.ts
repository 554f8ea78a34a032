import type { Volume } from 'specimen-host/plugin'

const opposite: { readonly [end: string]: string } = { L: 'R', R: 'L', A: 'P', P: 'A', S: 'I', I: 'S' }

/**
 * Returns the anatomical directions of x, y and z in the world of a volume. Its own `orientation` says where
 * its array leads; `direction` turns that to the world, in which its surface stands.
 */
export function findWorld({ orientation, direction }: Volume): string | undefined {
  if (orientation === undefined || direction === undefined) return orientation
  // Rows and columns are z, y, x: as x, y, z both turn round.
  const ends = [...direction].reverse().map((row) => {
    const parts = [...row].reverse()
    const sizes = parts.map((part) => Math.abs(part))
    const nearest = sizes.indexOf(Math.max(...sizes))
    const end = orientation.charAt(nearest)
    return (parts[nearest] ?? 0) < 0 ? (opposite[end] ?? '') : end
  })
  const isClear = new Set(ends.flatMap((end) => [end, opposite[end]])).size === 6
  return isClear ? ends.join('') : undefined
}

/** Three rows of three numbers. */
export type Turn = readonly (readonly number[])[]

/**
 * Returns the rows by which x, y and z of one world become those of another, both by their anatomical
 * directions, such as from `LPS` to `RAS`; those that change nothing where one of the two is not known.
 */
export function turnWorld(from: string | undefined, to: string | undefined): Turn {
  return [0, 1, 2].map((row) =>
    [0, 1, 2].map((column) => {
      if (from === undefined || to === undefined) return Number(row === column)
      const [had, wanted] = [from.charAt(column), to.charAt(row)]
      return had === wanted ? 1 : had === opposite[wanted] ? -1 : 0
    }),
  )
}
