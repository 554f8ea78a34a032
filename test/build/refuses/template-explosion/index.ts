import type { Mesh } from 'specimen-host/plugin'

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

export function templateExplosion(x: `${Digit}${Digit}${Digit}${Digit}`): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
