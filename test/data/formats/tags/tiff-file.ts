/** TIFF files by hand: pages of tags, each with its strips or tiles. */
import { toBytes } from '../files.ts'

/** The values of a tag: shorts (longs where they are larger), a text, or numbers of another type. */
export type TagValue =
  | number
  | readonly number[]
  | string
  | { readonly type: number; readonly bytes: Uint8Array }

/** A page. Its tags stand in the place of those of a page of two grey pixels, 7 and 9. */
export interface TiffPageParts {
  readonly tags?: { readonly [tag: number]: TagValue | undefined }
  /** One strip, or several blocks. */
  readonly data?: Uint8Array | readonly Uint8Array[]
}

const rational = 5

/** Returns quotients as the values of a tag. */
export function toRationals(...numbers: readonly (readonly [number, number])[]): TagValue {
  return { type: rational, bytes: toBytes(new Uint32Array(numbers.flat())) }
}

/** Returns a little-endian TIFF of these pages. */
export function toTiff(...pages: readonly TiffPageParts[]): Uint8Array {
  const parts: Uint8Array[] = [new Uint8Array([0x49, 0x49, 42, 0, 0, 0, 0, 0])]
  let length = 8
  let link = { part: 0, at: 4 }
  const add = (bytes: Uint8Array): number => {
    const at = length
    const filled = new Uint8Array(bytes.length + (bytes.length % 2))
    filled.set(bytes)
    parts.push(filled)
    length += filled.length
    return at
  }
  for (const { tags = {}, data = new Uint8Array([7, 9]) } of pages) {
    const blocks = data instanceof Uint8Array ? [data] : data
    const offsets = blocks.map((block) => (block.length === 0 ? 0 : add(block)))
    const values = {
      ...{ 256: 2, 257: 1, 258: 8, 259: 1, 262: 1, 273: offsets, 279: blocks.map((block) => block.length) },
      ...tags,
    }
    const entries = Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([tag, value]) => ({ tag: Number(tag), ...toEntry(value as TagValue) })) // those without are gone
      .sort((one, other) => one.tag - other.tag)
    const places = entries.map(({ bytes }) => (bytes.length > 4 ? add(bytes) : undefined))
    const directory = new Uint8Array(2 + 12 * entries.length + 4)
    const view = new DataView(directory.buffer)
    view.setUint16(0, entries.length, true)
    entries.forEach(({ tag, type, count, bytes }, i) => {
      const at = 2 + 12 * i
      view.setUint16(at, tag, true)
      view.setUint16(at + 2, type, true)
      view.setUint32(at + 4, count, true)
      const place = places[i]
      if (place === undefined) directory.set(bytes, at + 8)
      else view.setUint32(at + 8, place, true)
    })
    const before = parts[link.part] ?? new Uint8Array(8)
    const at = add(directory)
    new DataView(before.buffer).setUint32(link.at, at, true)
    link = { part: parts.length - 1, at: directory.length - 4 }
  }
  return toBytes(...parts)
}

function toEntry(value: TagValue): { type: number; count: number; bytes: Uint8Array } {
  if (typeof value === 'string') {
    const bytes = toBytes(new TextEncoder().encode(`${value}\0`))
    return { type: 2, count: bytes.length, bytes }
  }
  if (typeof value === 'object' && 'bytes' in value)
    return {
      type: value.type,
      count: value.bytes.length / (value.type === rational ? 8 : 1),
      bytes: value.bytes,
    }
  const numbers = typeof value === 'number' ? [value] : value
  const isLong = numbers.some((number) => number > 0xffff)
  const bytes = toBytes(isLong ? new Uint32Array(numbers) : new Uint16Array(numbers))
  return { type: isLong ? 4 : 3, count: numbers.length, bytes }
}
