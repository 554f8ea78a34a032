/** Manifold, a library of solids, and the memory of what it computes. */
import type { Manifold, ManifoldToplevel } from 'manifold-3d'
import createManifold from 'manifold-3d'
import wasm from 'manifold-3d/manifold.wasm'

const config = { wasmBinary: wasm, locateFile: () => 'manifold.wasm' }

/** Its WebAssembly is compiled once for the life of the process. */
export const kernel = createManifold(config).then((loaded) => {
  loaded.setup()
  return loaded
})

/** Computes with solids; those that `keep` has got are removed afterwards. */
export async function computeSolids<Result>(
  compute: (loaded: ManifoldToplevel, keep: (solid: Manifold) => Manifold) => Result,
): Promise<Result> {
  const loaded = await kernel
  const solids: Manifold[] = []
  const keep = (solid: Manifold): Manifold => {
    solids.push(solid)
    return solid
  }
  try {
    return compute(loaded, keep)
  } finally {
    for (const solid of solids) solid.delete() // memory of WebAssembly, which nothing else gives back
  }
}
