import type { FileFormat } from '../format.ts'

/** The format VTK. */
export const vtkFormat = {
  name: 'VTK',
  types: ['mesh', 'volume', 'point_cloud', 'lines'],
  extensions: ['.vtk', '.vtp', '.vti'],
  mark: /^(# vtk DataFile|\s*(<\?xml[^>]{0,200}\?>\s*)?<VTKFile\b)/,
  load: async () => (await import('./vtk.ts')).vtkReader,
} as const satisfies FileFormat
