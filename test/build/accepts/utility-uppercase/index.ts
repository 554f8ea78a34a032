import type { Mesh } from 'specimen-host/plugin'

export function utilityUppercase(x: Uppercase<'a' | 'b'> = 'A'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
