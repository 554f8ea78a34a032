import type { Mesh } from 'specimen-host/plugin'

const DEFAULTS = { size: 1, nested: { on: true } }
DEFAULTS.size = 3
const LIST = [3, 1, 2]
LIST.sort()
const NAMES = ['a'] as string[]
function add(name: string): void {
  NAMES.push(name)
}
const COUNTS = { a: 1 }
COUNTS['a']++
const KEYS: { a?: number } = { a: 1 }
delete KEYS.a
const MERGED = { a: 1 }
Object.assign(MERGED, { a: 2 })
const SWAPPED = [1, 2]
;[SWAPPED[0], SWAPPED[1]] = [2, 1]

export function defaultChanged(
  a = DEFAULTS.size,
  b = LIST,
  c = [...NAMES],
  d = COUNTS,
  e: { a?: number } = KEYS,
  f = MERGED,
  g = SWAPPED,
): Mesh {
  add('b')
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
