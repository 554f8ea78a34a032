import type { Mesh } from 'specimen-host/plugin'

interface Deep {
  a: { b: ('p' | 'q')[] }
}

export function indexedAccessDeep(x: Deep['a']['b'][number]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
