import type { Mesh } from 'specimen-host/plugin'

interface Options {
  a: { b: number }
  e: string[]
}

type Deep<T> = { [K in keyof T]?: T[K] extends object ? Deep<T[K]> : T[K] }

export function mappedDeepPartial(x: Deep<Options>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
