import type { Mesh } from 'specimen-host/plugin'

function inner(x = 1): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

export { inner as formExportList }
