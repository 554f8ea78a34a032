import type { File, Mesh } from 'specimen-host/plugin'

export function fileEnding(x: File<'*.CSV'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

export function fileLongEnding(x: File<'.csv' | '.abcdefghijklmnopq'>): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
