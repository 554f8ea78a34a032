export function integerImportType(count: import('specimen-host/plugin').Integer = 1): import('specimen-host/plugin').Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
