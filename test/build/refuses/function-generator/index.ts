import type { Mesh } from 'specimen-host/plugin'

export function* functionGenerator(x = 1): Generator<Mesh> {
  yield { vertices: new Float32Array([x]), indices: new Uint32Array() }
}
