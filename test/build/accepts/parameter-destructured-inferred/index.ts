import type { Mesh } from 'specimen-host/plugin'

export const parameterDestructuredInferred = ({ size = 3, closed = true, 'line-width': width = 1, axis = [0, 0, 1] } = {}): Mesh => {
  return { vertices: new Float32Array([size, closed ? width : 0, axis.length]), indices: new Uint32Array() }
}
