/** A short difference of two texts for people: removed and added lines, without context. */

import { formatCount } from '../../core/contract/text/count.ts'

const mostSteps = 200

/** Returns up to `most` changed lines, `- old` and `+ new` in their order, and the number of omitted ones. */
export function diffLines(before: string, after: string, most: number): string[] {
  const [old, next] = [before.split('\n'), after.split('\n')]
  const start = countWhile(old, next, (i) => [old[i], next[i]])
  const end = countWhile(old.slice(start), next.slice(start), (i) => [old.at(-1 - i), next.at(-1 - i)])
  const lines = align(old.slice(start, old.length - end), next.slice(start, next.length - end)).map(shorten)
  return lines.length > most
    ? [...lines.slice(0, most), `… ${formatCount(lines.length - most, 'more line')}`]
    : lines
}

function countWhile(
  a: readonly string[],
  b: readonly string[],
  pick: (i: number) => [string | undefined, string | undefined],
): number {
  let count = 0
  while (count < Math.min(a.length, b.length)) {
    const [left, right] = pick(count)
    if (left !== right) break
    count++
  }
  return count
}

/** Walks through both texts; after a difference, goes on at the nearest pair of equal lines. */
function align(old: readonly string[], next: readonly string[]): string[] {
  const lines: string[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < next.length) {
    const [skipped, added] = findMeeting(old, next, i, j)
    for (const end = i + skipped; i < end; i++) lines.push(`- ${old[i]}`)
    for (const end = j + added; j < end; j++) lines.push(`+ ${next[j]}`)
    for (; i < old.length && j < next.length && old[i] === next[j]; j++) i++
  }
  return lines
}

function findMeeting(
  old: readonly string[],
  next: readonly string[],
  i: number,
  j: number,
): [number, number] {
  const rest: [number, number] = [old.length - i, next.length - j]
  for (let steps = 0; steps <= Math.min(mostSteps, rest[0] + rest[1]); steps++) {
    for (let skipped = 0; skipped <= steps; skipped++) {
      const line = old[i + skipped]
      if (line !== undefined && line === next[j + steps - skipped]) return [skipped, steps - skipped]
    }
  }
  return rest
}

function shorten(line: string): string {
  return line.length > 120 ? `${line.slice(0, 119)}…` : line
}
