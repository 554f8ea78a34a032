import type { Mesh } from 'specimen-host/plugin'

interface Box<T> {
  value: T
}

interface Named<T> extends Box<T> {
  name: string
}

export function objectExtendsGeneric(x: Named<number>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
