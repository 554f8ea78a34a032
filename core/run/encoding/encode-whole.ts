import type { ImageResult, Result } from '../../domain/result/result.ts'
import { encode3mf } from './encode-3mf.ts'
import { encodeGlb } from './encode-glb.ts'
import type { WholeForm } from './encoder.ts'

/** Returns the file of a result in a form that a library writes; `name` is for forms that contain one. */
export async function encodeWhole(result: Result, form: WholeForm, name: string): Promise<Uint8Array> {
  if (form === 'png' && result.type === 'image') return await toPng(result)
  if (form === '3mf' && result.type === 'mesh') return await encode3mf(result)
  if (form === 'glb' && (result.type === 'mesh' || result.type === 'point_cloud'))
    return await encodeGlb(result, name)
  throw new TypeError(`a ${result.type} has no ${form}`)
}

async function toPng({ width, height, channels, dtype, data }: ImageResult): Promise<Uint8Array> {
  const { encode } = await import('fast-png')
  return encode({ width, height, channels, depth: dtype === 'uint8' ? 8 : 16, data })
}
