import type { FileFormat } from '../../format.ts'

/** The format glTF binary. */
export const gltfFormat = {
  name: 'glTF binary',
  types: ['mesh', 'point_cloud', 'lines', 'arrows', 'scene'],
  extensions: ['.glb'],
  mark: /^glTF/,
  load: async () => (await import('./glb.ts')).gltfReader,
} as const satisfies FileFormat
