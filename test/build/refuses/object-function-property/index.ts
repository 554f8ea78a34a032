import type { Mesh } from 'specimen-host/plugin'

export function objectFunctionProperty(x: { onChange: () => void }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
