import type { Mesh } from 'specimen-host/plugin'

export function indexSignatureTemplateClash(x: { [k: `data-${string}`]: number } & { 'data-id': string }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
