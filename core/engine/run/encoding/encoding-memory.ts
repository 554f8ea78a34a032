import type { WholeForm } from '../../../data/encoding/written-forms.ts'

/** What a thread makes of a whole result. */
export type MadeOfWhole = WholeForm | 'facts'

/** Bytes of the libraries and of the smallest file. */
const leastBytes = 2 ** 20

/**
 * The most memory that making each takes, the file itself included, in bytes of the result: of a rough mesh with
 * a colour at each vertex, whose vertices are repeated for each triangle. A test measures them.
 */
const factors: { readonly [made in MadeOfWhole]: number } = {
  usdz: 20,
  glb: 12,
  '3mf': 4,
  png: 6,
  facts: 5,
}

/** Returns the bytes that making a file or facts takes beside a result of some bytes. */
export function measureMaking(made: MadeOfWhole, resultBytes: number): number {
  return leastBytes + factors[made] * resultBytes
}
