import type { Mesh, Range } from 'specimen-host/plugin'

interface Slider<Min extends number, Max extends number> {
  value: Range<Min, Max>
}

export function genericLimits(x: Slider<0, 10>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
