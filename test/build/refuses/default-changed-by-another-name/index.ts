import type { Mesh } from 'specimen-host/plugin'
import { GRID, LIMITS as BOUNDS, SIZES } from './limits.ts'
import * as all from './limits.ts'
import data from './data.json'
import { size } from './data.json'
import { scale, widen } from './widen.ts'

const items = [{ a: 1 }]
function refill(all = items): void {
  for (const item of all) item.a = 2
}
const rows = [{ a: 1 }]
rows.forEach((row) => {
  row.a = 2
})
const options = { inner: { a: 1 } }
const { inner } = options
inner.a = 4
const chosen = SIZES ?? rows
chosen[0] = 9
widen(BOUNDS)
const twice = scale(all.GRID)
;(data as { size: number }).size = 4

class Ball {
  static readonly sizes = [1]
  static readonly names = ['a']
  static count = 0
  static {
    this.sizes.push(2)
    Ball.count++
  }
}

export function defaultChangedByAnotherName(
  a = items,
  b = rows,
  c = options.inner.a,
  d: number[] = SIZES,
  e: number = BOUNDS.min,
  f: number[] = GRID,
  g: number = data.size,
  h: number = size,
  i = Ball.sizes,
): Mesh {
  Ball.names.slice(twice.length)
  refill()
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
