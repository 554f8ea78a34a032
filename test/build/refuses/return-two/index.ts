import type { Image, Mesh } from 'specimen-host/plugin'

export function returnTwo(x = 1): Promise<Mesh | Image> {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
