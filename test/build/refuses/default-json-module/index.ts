import type { Mesh } from 'specimen-host/plugin'
import * as all from './data.json'

export function defaultJsonModule(a: { size: number } = all, b: number = all.sise): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
