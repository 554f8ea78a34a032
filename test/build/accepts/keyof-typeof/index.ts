import type { Mesh } from 'specimen-host/plugin'

const palette = { red: 1, blue: 2 }

export function keyofTypeof(x: keyof typeof palette = 'red'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
