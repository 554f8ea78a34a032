import type { Mesh } from 'specimen-host/plugin'

export function defaultNumberForms(a = 1_000, b = 0xff, c = 1e-3, d = .5, e = 0b11): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
