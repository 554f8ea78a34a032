/** Reads the records of a file of the Protein Data Bank that a picture of one chain needs. */

/** An atom as the file has it. */
export interface Atom {
  /** Its name within its residue: `CA`, `SG`. */
  readonly name: string
  /** C, N, O or S. */
  readonly element: string
  /** Three letters of its amino acid, and the place of that in the chain, from 1. */
  readonly residue: string
  readonly number: number
  /** x, y, z in Å. */
  readonly at: Vector
  /** The B factor in Å²: 8 π² times the mean square of its displacement along one direction. */
  readonly mobility: number
}

/** x, y, z. */
export type Vector = readonly [x: number, y: number, z: number]

/** What a residue is part of, by the author of the file. */
export type Fold = 'helix' | 'strand' | 'coil'

/** One chain. */
export interface Chain {
  readonly atoms: readonly Atom[]
  /** Of each residue by its number; index 0 is unused. */
  readonly folds: readonly Fold[]
  /** Pairs of residues whose sulfur atoms are bonded. */
  readonly bridges: readonly (readonly [from: number, to: number])[]
}

/** Returns a chain. The columns of each record are fixed by the format, version 3.3. */
export function readPdb(text: string): Chain {
  const atoms: Atom[] = []
  const folds: Fold[] = []
  const bridges: [number, number][] = []
  for (const line of text.split('\n')) {
    const field = (from: number, to: number): string => line.slice(from - 1, to).trim()
    const count = (from: number, to: number): number => Number(field(from, to))
    switch (field(1, 6)) {
      case 'HELIX':
        folds.length = Math.max(folds.length, count(34, 37) + 1)
        folds.fill('helix', count(22, 25), count(34, 37) + 1)
        break
      case 'SHEET':
        folds.length = Math.max(folds.length, count(34, 37) + 1)
        folds.fill('strand', count(23, 26), count(34, 37) + 1)
        break
      case 'SSBOND':
        bridges.push([count(18, 21), count(32, 35)])
        break
      case 'ATOM':
        atoms.push({
          name: field(13, 16),
          element: field(77, 78),
          residue: field(18, 20),
          number: count(23, 26),
          at: [count(31, 38), count(39, 46), count(47, 54)],
          mobility: count(61, 66),
        })
    }
  }
  const last = atoms.at(-1)?.number ?? 0
  return { atoms, folds: Array.from({ length: last + 1 }, (_, i) => folds[i] ?? 'coil'), bridges }
}
