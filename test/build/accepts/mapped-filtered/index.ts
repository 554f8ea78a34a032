import type { Mesh } from 'specimen-host/plugin'

interface Options {
  size: number
  name?: string
  on: boolean
}

type Numbers<T> = { [K in keyof T as T[K] extends number ? K : never]: T[K] }

export function mappedFiltered(x: Numbers<Options>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
