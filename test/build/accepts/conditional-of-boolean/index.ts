import type { Mesh } from 'specimen-host/plugin'

type Flag<T> = T extends true ? 'on' : 'off'

export function conditionalOfBoolean(x: Flag<boolean>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
