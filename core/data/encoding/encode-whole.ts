import type { ImageResult, Result } from '../../contract/domain/result/result.ts'
import { encode3mf } from './encode-3mf.ts'
import { encodeGlb } from './encode-glb.ts'
import { encodeUsdz } from './encode-usdz.ts'
import { toNoteLines } from './note-lines.ts'
import { withAxes } from './with-axes.ts'
import type { FileWords, WholeForm } from './written-forms.ts'

/**
 * Returns the parts of the file of a result in a form that a library writes; joined they would take as much
 * memory once more.
 */
export async function encodeWhole(
  given: Result,
  form: WholeForm,
  { axes, ...words }: FileWords,
): Promise<readonly Uint8Array[]> {
  const result = withAxes(given, axes)
  if (form === 'png' && result.type === 'image') return [await toPng(result)]
  if (form === '3mf' && result.type === 'mesh') return await encode3mf(result)
  if (form === 'usdz' && result.type === 'mesh') return await encodeUsdz(result, words.display)
  if (form === 'glb' && (result.type === 'mesh' || result.type === 'point_cloud'))
    return await encodeGlb(result, words)
  throw new TypeError(`a ${result.type} has no ${form}`)
}

async function toPng({ width, height, channels, dtype, data, notes }: ImageResult): Promise<Uint8Array> {
  const { encode } = await import('fast-png')
  const text = notes && { text: { Description: toNoteLines(notes).join(' ') } }
  return encode({ width, height, channels, depth: dtype === 'uint8' ? 8 : 16, data, ...text })
}
