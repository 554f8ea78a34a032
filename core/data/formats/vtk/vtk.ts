import type { Result } from '../../../contract/domain/result/result.ts'
import type { DecodeContext } from '../format.ts'

/**
 * Returns the surface or the volume of a file of VTK, in XML or in the old form. @throws `file.undecodable`
 */
export async function decodeVtk(bytes: Uint8Array, context: DecodeContext): Promise<Result> {
  if (bytes[0] === 0x23) return (await import('./vtk-legacy.ts')).decodeVtkLegacy(bytes, context) // a hash
  return await (await import('./vtk-xml.ts')).decodeVtkXml(bytes, context)
}
