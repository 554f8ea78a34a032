import type { Mesh } from 'specimen-host/plugin'

type Warm = 'red' | 'orange'
type Cold = 'blue' | ('green' | 'red')
type Colour = Cold | Warm

export function choiceAlias(colour: Colour = 'red'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
