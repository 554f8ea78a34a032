import type { Mesh } from 'specimen-host/plugin'

export function utilityUppercaseTemplate(x: Uppercase<`${'a' | 'b'}-x`>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
