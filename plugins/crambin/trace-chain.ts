/** A smooth curve along the backbone, as ribbons of proteins follow it. */
import type { Atom, Chain, Fold, Vector } from './read-pdb.ts'

const steps = 8

/** A curve with what each of its points belongs to. */
export interface ChainTrace {
  /** n×3 float32. */
  readonly points: Float32Array
  readonly folds: readonly Fold[]
}

/** Returns a Catmull–Rom spline through the α-carbons: it passes each of them. */
export function traceChain({ atoms, folds }: Chain): ChainTrace {
  const alphas = atoms.filter(({ name }) => name === 'CA')
  const count = (alphas.length - 1) * steps + 1
  const points = new Float32Array(3 * count)
  const found: Fold[] = []
  for (let i = 0; i < count; i++) {
    const [from, share] = [Math.floor(i / steps), (i % steps) / steps]
    points.set(interpolate(alphas, from, share), 3 * i)
    // Halfway between two of them the curve goes over from one residue to the next.
    found.push(folds[alphas[Math.round(i / steps)]?.number ?? 0] ?? 'coil')
  }
  return { points, folds: found }
}

function interpolate(alphas: readonly Atom[], from: number, t: number): Vector {
  const at = (i: number): Vector => alphas[Math.min(Math.max(i, 0), alphas.length - 1)]?.at ?? [0, 0, 0]
  const [a, b, c, d] = [at(from - 1), at(from), at(from + 1), at(from + 2)]
  const along = (axis: 0 | 1 | 2): number => {
    const [p, q, r, s] = [a[axis], b[axis], c[axis], d[axis]]
    return q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)))
  }
  return [along(0), along(1), along(2)]
}
