import type { Mesh } from 'specimen-host/plugin'

const size = 4
const name = 'a'

export function defaultShorthand(x: { size: number; name: string } = { size, name }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
