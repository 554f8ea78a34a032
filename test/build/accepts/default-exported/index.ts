import type { Mesh } from 'specimen-host/plugin'
import number, { q } from './barrel.ts'
import list from './list.ts'
import member from './member.ts'
import { default as sizes } from './sizes.ts'
import * as module from './sizes.ts'
import text from './text.ts'

export function defaultExported(
  a = text,
  b = number,
  c: 'q' | 'r' = q,
  d = sizes.small,
  e: readonly number[] = module.default.list,
  f = module['default']['list'][1],
  g = list,
  h: readonly number[] = member,
  i = { text, ...sizes, list: [...list, number] },
): Mesh {
  for (const each of list) console.log(each)
  return { vertices: new Float32Array([a, b, c, d, e, f, g, h, i].length), indices: new Uint32Array() }
}
