import type { FileFormat } from '../format.ts'

/** An archive of the parts of a scene. */
export const sceneZipFormat = {
  name: 'zip of a scene',
  types: ['scene'],
  extensions: ['.zip'],
  mark: /^PK\cC\cD.{26}scene[.]json/s,
  load: async () => ({ decode: (await import('./scene-zip.ts')).decodeSceneZip }),
} as const satisfies FileFormat
