import type { Mesh } from 'specimen-host/plugin'

interface Handlers {
  size: number
  onChange: () => void
}

export function utilityPickDropsAFunction(x: Pick<Handlers, 'size'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
