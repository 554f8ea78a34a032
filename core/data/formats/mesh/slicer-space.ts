/**
 * Returns the directions in which x, y and z grow, which 3D Slicer writes into the head of each surface: the
 * title of VTK, the name of STL, a comment of PLY and OBJ have `SPACE=LPS` or `SPACE=RAS`.
 */
export function findSlicerSpace(head: string): { readonly orientation?: string } {
  const [, orientation] = /\bSPACE=(LPS|RAS)\b/.exec(head) ?? []
  return orientation === undefined ? {} : { orientation }
}
