import type { Mesh } from 'specimen-host/plugin'

const DEFAULTS = { size: 1, names: ['a'] } as const
const LIST = Object.freeze([3, 1, 2])
const ROWS = [{ a: 1 }]
const SIZES = { small: 1, big: 2 }
const { small } = SIZES
const copy = { ...DEFAULTS, size: 4 }
copy.size = 9
const sorted = [...LIST].sort()
const total = LIST.reduce<number[]>((sums, item) => {
  sums.push(item)
  return sums
}, [])
let first = ROWS[0]?.a ?? 0
first += 1
console.log(DEFAULTS, Object.keys(LIST), Object.assign({}, DEFAULTS), Math.max(...LIST), sum(), sorted, total)

function sum(): number {
  let all: typeof first = first + small + SIZES['big'] + { ...SIZES }.big
  for (let i = 0; i < ROWS.length; i++) all += ROWS[i]!.a
  return all
}

export function defaultUnchanged(
  size: number = DEFAULTS.size,
  names: readonly string[] = DEFAULTS.names,
  list: readonly number[] = LIST,
  rows = ROWS,
  sizes = SIZES,
): Mesh {
  rows[0] = { a: 5 }
  const other = rows.map((row) => ({ ...row, a: 3 }))
  other.push({ a: size })
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
