import type { Mesh } from 'specimen-host/plugin'

const BASE = [1, 2]
const FULL = { a: 1, b: 2 }

export function defaultSpread(x: number[] = [...BASE, 3], y: { a: number; b: number } = { ...FULL, b: 5 }): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
