import type { Mesh } from 'specimen-host/plugin'
import call from './call.ts'
import * as module from './changed.ts'
import changed from './changed.ts'
import circle from './circle.ts'
import draw from './function.ts'
import nameless from './nameless.ts'

module.default.size = 5

export function defaultExported(
  a = changed.size,
  b: number[] = circle,
  c = call,
  d: number = draw,
  e: number = nameless,
  f: number = module,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
