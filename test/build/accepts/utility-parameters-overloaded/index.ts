import type { Mesh } from 'specimen-host/plugin'

declare function pick(a: string): void
declare function pick(a: number, b: boolean): void

export function utilityParametersOverloaded(x: Parameters<typeof pick>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
