export function returnAny(x = 1): any {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
