import type { Mesh } from 'specimen-host/plugin'

/** An arrow. */
export const formArrow = async (x = 1): Promise<Mesh> => {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
