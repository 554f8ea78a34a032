import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size: number
  name?: string
  on: boolean
}

type Lists<T> = { [K in keyof T]: NonNullable<T[K]>[] }

export function mappedKeepsOptional(x: Lists<Options>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
