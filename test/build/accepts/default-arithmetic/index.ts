import type { Mesh } from 'specimen-host/plugin'

export function defaultArithmetic(a = 2 * (3 + 4) / 7 - 1, b = 2 ** 10 % 1000, c = Math.PI, d = Number.MAX_SAFE_INTEGER, e = 'a' + 'b', g = `n${1 + 1}`, h = !false): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
