/**
 * Stands in pages for codecs that are WebAssembly, which they do not run: of `numcodecs`, of which core/data/formats/zarr
 * has its own, of WebP, and of DICOM.
 */
export default undefined
export const init = undefined
