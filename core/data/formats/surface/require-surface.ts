import type { ReadableFile } from '../readable-file.ts'
import { isOfValues, requireGrid } from './is-surface.ts'
import { refuseValuesAlone } from './values-beside.ts'

const giftiValues = /[.](func|shape|label|time)[.]gii$/i
const latin = new TextDecoder('latin1')

/** Values alone are named as such where files are listed. @throws `file.undecodable` */
export function requireSurface(head: Uint8Array, { name, size }: ReadableFile): undefined {
  const isSurface = /"NIFTI_INTENT_(POINTSET|TRIANGLE)"/.test(latin.decode(head))
  if (isOfValues(head, size) || (!isSurface && giftiValues.test(name))) throw refuseValuesAlone(head)
}

/** Values alone are no volume. @throws `file.undecodable` */
export function findMghType(head: Uint8Array): 'volume' {
  requireGrid(head)
  return 'volume'
}
