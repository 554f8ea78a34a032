import type { AsyncReadable } from 'zarrita'
import { isCount } from '../../../contract/values/number.ts'
import type { DecodeContext, FolderFile } from '../format.ts'
import { refuse, requireWithin } from '../refusal.ts'
import { cutPadding } from '../text-lines.ts'
import { metadataBytes } from './ome-level.ts'
import { zarrNames } from './zarr-names.ts'

/** Returns the text of metadata, without what pads it at its end. */
export function cutMetadata(bytes: Uint8Array, path: string, context: DecodeContext): Uint8Array {
  return cutPadding(bytes, context, `the text of ${path.slice(path.lastIndexOf('/') + 1)}`)
}

/** The files as the library reads them, each within the limit. */
export function toStore(files: ReadonlyMap<string, FolderFile>, context: DecodeContext): AsyncReadable {
  return {
    get: async (key) => {
      const file = files.get(key.slice(1))
      const name = key.slice(key.lastIndexOf('/') + 1)
      const isMetadata = zarrNames.has(name)
      if (file) requireWithin(name, file.size, isMetadata ? metadataBytes : context.byteLimit)
      const bytes = await file?.read()
      return bytes && isMetadata ? cutMetadata(bytes, name, context) : bytes
    },
    getRange: async (key, range) => {
      const file = files.get(key.slice(1))
      if (!file) return undefined
      const [start, length] =
        'offset' in range
          ? [range.offset, range.length]
          : [Math.max(0, file.size - range.suffixLength), range.suffixLength]
      if (!isCount(start) || !isCount(length) || start + length > file.size)
        throw refuse(`The file is truncated: its index names bytes that ${key.slice(1)} does not have.`)
      return await file.read(start, start + length)
    },
  }
}
