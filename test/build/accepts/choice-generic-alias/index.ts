import type { Mesh } from 'specimen-host/plugin'

type Or<T> = T | 'none'

export function choiceGenericAlias(mode: Or<'some' | 'all'> = 'all'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
