/** PNG files by hand, with the checksums of Node's zlib. */
import { crc32, deflateSync } from 'node:zlib'
import { toBytes } from '../files.ts'

/** A chunk: its type and its content. */
export type PngChunk = readonly [type: string, content: string | Uint8Array]

/** Returns one chunk with its length and checksum. */
export function toChunk([type, content]: PngChunk): Uint8Array {
  const body = toBytes(type, content)
  return toBytes(toBigEndian(body.length - 4), body, toBigEndian(crc32(body)))
}

function toBigEndian(value: number): Uint8Array {
  return new Uint8Array([value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff])
}

/** Returns a PNG of these chunks. */
export function toPng(...chunks: readonly PngChunk[]): Uint8Array {
  return toBytes('\x89PNG\r\n\x1a\n', ...chunks.map(toChunk))
}

/** Returns the chunk of the sizes, with what follows: depth, colour type and so on. */
export function toHead(width: number, height: number, ...more: readonly number[]): PngChunk {
  return [
    'IHDR',
    toBytes(toBigEndian(width), toBigEndian(height), new Uint8Array([...more, 0, 0, 0].slice(0, 5))),
  ]
}

/** Returns the chunk of rows, each with its filter. */
export function toRows(...rows: readonly number[]): PngChunk {
  return ['IDAT', new Uint8Array(deflateSync(new Uint8Array(rows)))]
}

export const pngEnd: PngChunk = ['IEND', '']
