import type { Mesh } from 'specimen-host/plugin'

interface All {
  a: number
  b: number
}

interface Some extends Pick<All, 'a'> {
  c: number
}

export function objectExtendsPick(x: Some): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
