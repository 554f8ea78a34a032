import type { Mesh } from 'specimen-host/plugin'

type Value = number | string | Value[] | { [name: string]: Value }

export function recursiveJson(x: Value): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
