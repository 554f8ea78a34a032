/** A WebAssembly module that `specimen build` puts into the bundle: its bytes. */
declare module '*.wasm' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}

/** Raw data that `specimen build` puts into the bundle: its bytes. */
declare module '*.bin' {
  const bytes: Uint8Array<ArrayBuffer>
  export default bytes
}
