import type { Mesh } from 'specimen-host/plugin'
import data from './data.json' with { type: 'json' }
import * as all from './data.json'
import list from './list.json'
import { limits, size } from './data.json'


const { data: unused } = { data }

export function defaultFromJson(
  a: number = data.size,
  b: number = all.limits.max,
  c: number = size,
  d: { min: number; max: number } = limits,
  e: number[] = list,
  f: number = data['limits']['min'],
  g = data.label,
  h: number | null = all.none,
  i: number = list[1],
  j: { min: number; max: number } = { ...data.limits, max: 9 },
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
