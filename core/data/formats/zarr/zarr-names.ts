/** Names by which a folder of Zarr is known. */
export const zarrNames: ReadonlySet<string> = new Set(['.zattrs', '.zgroup', '.zarray', 'zarr.json'])
