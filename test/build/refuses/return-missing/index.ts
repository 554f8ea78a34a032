export function returnMissing(x = 1) {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
