/** Archives of the kind `ustar`: how a host sends a folder, and how one is read. */
import type { Result } from '../../contract/domain/result/result.ts'
import type { FileContext, FolderFile, VolumeSeries } from './format.ts'
import { refuse, requireBytes } from './refusal.ts'

/** Files begin at multiples of this. Two empty blocks end an archive. */
export const tarBlockBytes = 512

const [nameBytes, prefixBytes] = [100, 155]

/** Returns the bytes behind a file, up to the next block. */
export function measureTarGap(byteLength: number): number {
  return -byteLength & (tarBlockBytes - 1)
}

/** Returns the block before a file. @throws `file.undecodable` for a path that is too long */
export function toTarHead(path: string, byteLength: number): Uint8Array {
  const encoder = new TextEncoder()
  const head = new Uint8Array(tarBlockBytes)
  const put = (text: string, at: number): void => head.set(encoder.encode(text), at)
  const isShort = (text: string, most: number): boolean => encoder.encode(text).length <= most
  const cuts = [...path.matchAll(/\//g)].map(({ index }) => index)
  const cut = isShort(path, nameBytes) ? -1 : cuts.find((at) => isShort(path.slice(at + 1), nameBytes))
  if (cut === undefined || !isShort(path.slice(0, Math.max(0, cut)), prefixBytes))
    throw refuse(`The path ${path} is too long for an archive; shorten it.`)
  put(path.slice(cut + 1), 0)
  put('0000644\x000000000\x000000000\0', nameBytes)
  put(`${byteLength.toString(8).padStart(11, '0')}\0${'0'.repeat(11)}\0${' '.repeat(8)}0`, 124)
  put('ustar\x0000', 257)
  if (cut > 0) put(path.slice(0, cut), 345)
  const sum = head.reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/** Returns the plain files of an archive, as views on it. @throws `file.undecodable` where it is cut */
export function listTar(bytes: Uint8Array): FolderFile[] {
  const files: FolderFile[] = []
  const decoder = new TextDecoder()
  for (let at = 0; at + tarBlockBytes <= bytes.length && bytes[at] !== 0; ) {
    const head = bytes.subarray(at, at + tarBlockBytes)
    const read = (start: number, length: number): string =>
      decoder.decode(head.subarray(start, start + length)).replace(/\0.*$/s, '')
    const size = Number.parseInt(read(124, 12), 8)
    if (!(size >= 0)) throw refuse('A file of the archive has no length.')
    const [kind, prefix] = [head[156], read(345, prefixBytes)]
    const start = at + tarBlockBytes
    requireBytes('a file of the archive', size, bytes.length - start)
    const path = `${prefix === '' ? '' : `${prefix}/`}${read(0, nameBytes)}`
    if (kind === 0x30 || kind === 0)
      files.push({
        path,
        size,
        read: async (from = 0, to = size) => bytes.subarray(start + from, start + to),
      })
    at = start + size + measureTarGap(size)
  }
  return files
}

/** Returns what the files of an archive are together: a host sends a folder as one. */
export async function decodeTar(
  bytes: Uint8Array,
  { decodeFolder }: Pick<FileContext, 'decodeFolder'>,
): Promise<Result | VolumeSeries> {
  return await decodeFolder(listTar(bytes))
}
