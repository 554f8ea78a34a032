/** Connected parts of a grid: samples that are in, and touch. */
import { setImmediate } from 'node:timers/promises'

/** How samples touch: by faces, by edges too, or by corners too. */
export type Neighbours = 6 | 18 | 26

/** The grid and those of its samples that are in, x fastest. */
export interface Mask {
  readonly shape: readonly [depth: number, height: number, width: number]
  readonly isIn: Uint8Array
  readonly neighbours: Neighbours
}

/** The component of each sample, from 1 on, and 0 for what is not in; and how many samples each has. */
export interface Components {
  readonly componentOf: Uint32Array
  /** `sizes[0]` is 0. */
  readonly sizes: readonly number[]
}

/**
 * Returns the connected parts of a mask in two passes: each sample gets the number of one that it touches
 * among those before it, and numbers that meet are one from then on (A. Rosenfeld and J. Pfaltz, J. ACM 13,
 * 1966, 471).
 */
export async function findComponents(
  { shape: [depth, height, width], isIn, neighbours }: Mask,
  report: (part: number) => void = () => undefined,
): Promise<Components> {
  const componentOf = new Uint32Array(isIn.length)
  const parents = [0]
  const rootOf = (number: number): number => {
    let root = number
    while (parents[root] !== root) root = parents[root] ?? 0
    for (let at = number; at !== root; ) [at, parents[at]] = [parents[at] ?? root, root]
    return root
  }
  const before = listBefore(neighbours).map(([z, y, x]) => ({ z, y, x, step: (z * height + y) * width + x }))
  for (let z = 0, i = 0; z < depth; z++) {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++, i++) {
        if (isIn[i] !== 1) continue
        let number = 0
        for (const near of before) {
          const [row, column] = [y + near.y, x + near.x]
          if (z + near.z < 0 || row < 0 || row >= height || column < 0 || column >= width) continue
          const other = componentOf[i + near.step] ?? 0
          if (other === 0 || other === number) continue
          const [a, b] = [rootOf(other), number === 0 ? rootOf(other) : rootOf(number)]
          number = Math.min(a, b)
          parents[Math.max(a, b)] = number
        }
        componentOf[i] = number === 0 ? parents.push(parents.length) - 1 : number
      }
    if (z % 8 === 7) {
      report((z + 1) / depth)
      await setImmediate() // lets the report out, and a cancel in
    }
  }
  const numbers = parents.map(() => 0)
  const sizes = [0]
  for (let i = 0; i < componentOf.length; i++) {
    const root = rootOf(componentOf[i] ?? 0)
    if (root === 0) continue
    const number = numbers[root] || sizes.push(0) - 1
    numbers[root] = number
    sizes[number] = (sizes[number] ?? 0) + 1
    componentOf[i] = number
  }
  return { componentOf, sizes }
}

/** Returns the steps along z, y, x to the neighbours of a sample that come before it. */
function listBefore(neighbours: Neighbours): readonly (readonly [z: number, y: number, x: number])[] {
  const axes = { 6: 1, 18: 2, 26: 3 }[neighbours] // along which a step may go at once
  return Array.from(
    { length: 13 },
    (_, i) => [Math.floor(i / 9) - 1, (Math.floor(i / 3) % 3) - 1, (i % 3) - 1] as const,
  ).filter((step) => step.filter((part) => part !== 0).length <= axes)
}
