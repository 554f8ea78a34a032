/** Pieces of files that are made by hand. */
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { toBytes } from '../files.ts'

/** Returns numbers as base64 of their bytes. */
export function toBase64(...parts: readonly ArrayBufferView[]): string {
  return Buffer.from(toBytes(...parts)).toString('base64')
}

/** Returns the same, compressed as zlib. */
export function toDeflated(...parts: readonly ArrayBufferView[]): Uint8Array {
  return new Uint8Array(deflateSync(toBytes(...parts)))
}

/** Returns bytes in the other order, for numbers of `size` bytes. */
export function swapBytes(view: ArrayBufferView, size: number): Uint8Array {
  const bytes = toBytes(view)
  for (let at = 0; at < bytes.length; at += size) bytes.subarray(at, at + size).reverse()
  return bytes
}

/** Returns a zip of deflated files, with its directory (APPNOTE 6.3, sections 4.3.7, 4.3.12, 4.3.16). */
export function toZip(files: { readonly [path: string]: string }): Uint8Array {
  const locals: Uint8Array[] = []
  const entries: Uint8Array[] = []
  let at = 0
  for (const [path, text] of Object.entries(files)) {
    const content = Buffer.from(text, 'utf8')
    const packed = new Uint8Array(deflateRawSync(content))
    const sizes = new Uint32Array([crc32(content), packed.length, content.length])
    const names = new Uint16Array([path.length, 0])
    const head = new Uint16Array([20, 0, 8, 0, 33])
    const local = toBytes('PK\x03\x04', head, sizes, names, path, packed)
    const rest = toBytes(new Uint16Array([0, 0, 0]), new Uint8Array(4), new Uint32Array([at]), path)
    entries.push(toBytes('PK\x01\x02\x14\x00', head, sizes, names, rest))
    locals.push(local)
    at += local.length
  }
  const directory = toBytes(...entries)
  const counts = new Uint16Array([0, 0, entries.length, entries.length])
  const end = toBytes('PK\x05\x06', counts, new Uint32Array([directory.length, at]), new Uint16Array(1))
  return toBytes(...locals, directory, end)
}
