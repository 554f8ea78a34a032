import type { Mesh } from 'specimen-host/plugin'

const DEFAULTS = { size: 1, names: ['a'] } as const
const LIST = Object.freeze([3, 1, 2])
const ROWS = [{ a: 1 }]
const copy = { ...DEFAULTS, size: 4 }
copy.size = 9
const sorted = [...LIST].sort()
const total = LIST.reduce<number[]>((sums, item) => {
  sums.push(item)
  return sums
}, [])
const clone = structuredClone(ROWS)
clone[0] = { a: 2 }
let first = ROWS[0]?.a ?? 0
first += 1
console.log(DEFAULTS, Object.keys(ROWS), Object.assign({}, DEFAULTS), Math.max(...LIST), sum(ROWS), sorted, total)

function sum(rows: { a: number }[]): number {
  let all = first
  for (const { a } of rows) all += a
  return all
}

export function defaultUnchanged(
  size: number = DEFAULTS.size,
  names: readonly string[] = DEFAULTS.names,
  list: readonly number[] = LIST,
  rows = ROWS,
): Mesh {
  rows[0] = { a: 5 }
  const other = rows.map((row) => ({ ...row, a: 3 }))
  other.push({ a: size })
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
