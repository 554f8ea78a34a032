import type { Mesh } from 'specimen-host/plugin'

export function indexSignatureTemplate(
  x: { [k: `data-${string}`]: number; id: string },
  y: { [k: `data-${number}`]: number } & { id: string },
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
