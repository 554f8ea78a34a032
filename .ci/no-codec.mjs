/** Stands in pages for the codecs of `numcodecs`, which are WebAssembly: core/formats/zarr has its own. */
export default undefined
