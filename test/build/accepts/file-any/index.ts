import type { File, Mesh } from 'specimen-host/plugin'

export function fileAny(file: File, other?: File | File<'.csv'>): Mesh {
  return { vertices: new Float32Array(file.bytes.length + (other?.name.length ?? 0)), indices: new Uint32Array() }
}
