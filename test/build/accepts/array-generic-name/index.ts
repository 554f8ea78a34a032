import type { Mesh } from 'specimen-host/plugin'

export function arrayGenericName(x: Array<string>, y: ReadonlyArray<boolean> = [true]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
