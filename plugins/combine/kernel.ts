import createManifold from 'manifold-3d'
import wasm from 'manifold-3d/manifold.wasm'

const config = { wasmBinary: wasm, locateFile: () => 'manifold.wasm' }

/** Manifold, whose WebAssembly is compiled once for the life of the process. */
export const kernel = createManifold(config).then((loaded) => {
  loaded.setup()
  return loaded
})
