import type { Mesh } from 'specimen-host/plugin'

export function defaultText(x: string = 'a' + 1 + `-${2}${true}`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
