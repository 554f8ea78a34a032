import type { Mesh } from 'specimen-host/plugin'

function wrap<F>(fn: F): F {
  return fn
}

export const functionIndirect = wrap((x: number): Mesh => {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
})
