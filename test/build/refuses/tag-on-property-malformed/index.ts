import type { Mesh } from 'specimen-host/plugin'

export function tagOnPropertyMalformed(x: {
  /** @maxLength many */
  a: string
}): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
