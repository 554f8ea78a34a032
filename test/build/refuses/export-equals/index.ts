import type { Mesh } from 'specimen-host/plugin'

function ball(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
export = ball
