import type { Mesh } from 'specimen-host/plugin'

function helper(size: number): void {
  size.toFixed()
}

export function utilityOfParameters(x: Parameters<typeof helper>[0]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
