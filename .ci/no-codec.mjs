/** Stands in pages for codecs that are WebAssembly, which they do not run: of `numcodecs`, core/formats/zarr has its own. */
export default undefined
