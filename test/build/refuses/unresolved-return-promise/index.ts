export async function unresolvedReturnPromise(x: number): Promise<Mesh> {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
