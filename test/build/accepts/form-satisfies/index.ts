import type { Mesh } from 'specimen-host/plugin'

export const formSatisfies = ((x: number): Mesh => {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}) satisfies (x: number) => Mesh
