/** The part of `node:zlib` that a bundle in a page has. The browser's own has no synchronous calls. */
import { decompressSync, gunzipSync, inflateSync as inflateRawSync, unzlibSync as inflateSync } from 'fflate'

const unzipSync = decompressSync

export { gunzipSync, inflateRawSync, inflateSync, unzipSync }
export default { gunzipSync, inflateRawSync, inflateSync, unzipSync }
