/** "Did you mean": the known name nearest to a misspelt one. */

/**
 * Returns the candidate with the fewest edits (insert, delete, replace, swap) from `name`, or null when even
 * that one needs more than a third of its letters. Case does not count.
 */
export function suggestName(name: string, candidates: readonly string[]): string | null {
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: countEdits(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, edits }) => edits < candidate.length && edits <= Math.max(1, candidate.length / 3))
    .sort((a, b) => a.edits - b.edits)
  return ranked[0]?.candidate ?? null
}

/** Fewest letters of a name that stands for a longer one. */
const leastPrefix = 3

/**
 * Returns the id that is meant by a name: one that is the same without endings such as `.stl`, else the
 * shortest one that begins with the name, else the nearest by {@link suggestName}. Case does not count.
 */
export function suggestId(name: string, ids: readonly string[]): string | null {
  const plain = name.toLowerCase()
  const bare = dropEnding(plain)
  const same = ids.find((id) => dropEnding(id.toLowerCase()) === bare)
  if (same !== undefined) return same
  const longer = plain.length < leastPrefix ? [] : ids.filter((id) => id.toLowerCase().startsWith(plain))
  const [shortest] = longer.toSorted((one, other) => one.length - other.length)
  return shortest ?? suggestName(name, ids)
}

/** Returns a file's name without its ending, of which `.nii.gz` has two parts. */
function dropEnding(name: string): string {
  return name.replace(/(?<=.)(?:\.[a-z][a-z\d]{0,6}){1,2}$/, '')
}

/** Returns the optimal string alignment distance of two words. */
export function countEdits(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replace = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        replace,
        swapped ? at(beforeLast, j - 2) + 1 : replace,
      )
    }
    beforeLast = last
    last = row
  }
  return at(last, b.length)
}

function at(row: readonly number[], j: number): number {
  return row[j] ?? Number.POSITIVE_INFINITY
}
