import { inflateInto } from '../../inflate-into.ts'
import { readExifOrientation, readXmpOrientation } from '../orientation.ts'

/** Most bytes of a text that are looked at. */
const textBytes = 2 ** 16
const latin1 = new TextDecoder('latin1')

/**
 * Returns the orientation (1 to 8) that a chunk of text names, as XMP or as the hexadecimal Exif block of
 * ImageMagick (`Raw profile type exif`); 1 for another text, and for a damaged one.
 */
export function readTextOrientation(type: string, content: Uint8Array): number {
  const end = content.indexOf(0)
  const key = latin1.decode(content.subarray(0, end))
  if (!/^XML:com.adobe.xmp$|^Raw profile type (exif|APP1|xmp)$/i.test(key)) return 1
  const text = readText(type, content.subarray(end + 1)).subarray(0, textBytes)
  const hex = /^\s*\w+\s+\d+\s+([\da-f\s]+)$/i.exec(latin1.decode(text))?.[1]?.replace(/\s/g, '')
  if (!key.startsWith('Raw') || hex === undefined) return readXmpOrientation(text)
  const block = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const isMarked = block[0] === 0x45
  return readExifOrientation(isMarked ? block.subarray(6) : block) ?? readXmpOrientation(block)
}

/** Returns the text behind the key: `zTXt` begins with its method, `iTXt` with five fields more. */
function readText(type: string, content: Uint8Array): Uint8Array {
  if (type === 'zTXt') return inflateStart(content.subarray(1))
  if (type !== 'iTXt') return content
  const language = content.indexOf(0, 2)
  const text = content.subarray(content.indexOf(0, language + 1) + 1)
  return content[0] === 1 ? inflateStart(text) : text
}

function inflateStart(packed: Uint8Array): Uint8Array {
  const text = new Uint8Array(textBytes)
  try {
    return text.subarray(0, inflateInto([packed], text))
  } catch {
    return new Uint8Array() // the picture does without
  }
}
