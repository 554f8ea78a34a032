import { orientationPattern } from '../../../contract/text/words.ts'

/**
 * Returns the directions in which x, y and z grow, which 3D Slicer writes into the head of each surface: the
 * title of VTK, the name of STL, a comment of PLY and OBJ have `SPACE=LPS` or `SPACE=RAS`. A file of this
 * host may have others.
 */
export function findSlicerSpace(head: string): { readonly orientation?: string } {
  const [, orientation = ''] = /\bSPACE=([A-Z]{3})\b/.exec(head) ?? []
  return new RegExp(orientationPattern).test(orientation) ? { orientation } : {}
}
