import type { Mesh } from 'specimen-host/plugin'

function list(): number[] {
  return [1]
}

export function defaultSpreadOfACall(x: number[] = [...list()]): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
