import type { Result } from '../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../format.ts'
import { vtkTags } from './vtk-tags.ts'

/** Its decoder, and the tags by which it works. */
export const vtkReader: FormatReader = { decode: decodeVtk, tags: vtkTags }

/**
 * Returns the surface or the volume of a file of VTK, in XML or in the old form. @throws `file.undecodable`
 */
async function decodeVtk(bytes: Uint8Array, context: DecodeContext): Promise<Result> {
  if (bytes[0] === 0x23) return (await import('./vtk-legacy.ts')).decodeVtkLegacy(bytes, context) // a hash
  return await (await import('./vtk-xml.ts')).decodeVtkXml(bytes, context)
}
