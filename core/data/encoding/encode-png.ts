import type { ImageResult } from '../../contract/domain/result/result.ts'
import { toNoteLines } from './note-lines.ts'

/** Returns the PNG of an image, with its notes as the description. */
export async function encodePng(image: ImageResult): Promise<readonly Uint8Array[]> {
  const { width, height, channels, dtype, data, notes } = image
  const { encode } = await import('fast-png') // loaded at first use
  const text = notes && { text: { Description: toNoteLines(notes).join(' ') } }
  return [encode({ width, height, channels, depth: dtype === 'uint8' ? 8 : 16, data, ...text })]
}
