/** The covalent bonds between atoms, by how far apart they are. */
import type { Atom, Vector } from './read-pdb.ts'

/** Covalent radii in Å (B. Cordero and others, Dalton Trans. 2008, 2832). */
const radii: { readonly [element: string]: number } = { C: 0.76, N: 0.71, O: 0.66, S: 1.05 }

/** Beyond the sum of two radii atoms still count as bonded, by this many Å. */
const tolerance = 0.3

/** Returns the pairs of bonded atoms, by their places in the list. */
export function findBonds(atoms: readonly Atom[]): readonly (readonly [from: number, to: number])[] {
  const bonds: [number, number][] = []
  for (const [i, from] of atoms.entries()) {
    for (let j = i + 1; j < atoms.length; j++) {
      const to = atoms[j]
      if (to === undefined) continue
      const longest = (radii[from.element] ?? 0) + (radii[to.element] ?? 0) + tolerance
      if (measureDistance(from.at, to.at) <= longest) bonds.push([i, j])
    }
  }
  return bonds
}

/** Returns the distance of two places. */
export function measureDistance(a: Vector, b: Vector): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
