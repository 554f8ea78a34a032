import type { Mesh } from 'specimen-host/plugin'

interface Marks {
  [mark: `data-${string}`]: string
  [mark: `aria-${string}`]: number
  [mark: `x-${string}`]: boolean
}
export function indexSignatures(x: Marks): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
