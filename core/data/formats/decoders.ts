import type { Decoders } from './find-format.ts'

/** Loaders of the decoders, apart from the formats: a host finds these itself and decodes on a thread. */
export const decoders: Decoders = {
  'glTF binary': async () => (await import('./mesh/glb.ts')).decodeGlb,
  PLY: async () => (await import('./mesh/ply.ts')).decodePly,
  NRRD: async () => (await import('./volume/nrrd.ts')).decodeNrrd,
  NIfTI: async () => (await import('./volume/nifti.ts')).decodeNifti,
  DICOM: async () => (await import('./dicom/dicom.ts')).decodeDicom,
  NPY: async () => (await import('./volume/npy.ts')).decodeNpy,
  PNG: async () => (await import('./image/png.ts')).decodePng,
  TIFF: async () => (await import('./tiff/tiff.ts')).decodeTiff,
  WebP: async () => (await import('./image/webp.ts')).decodeWebp,
  BMP: async () => (await import('./image/bmp.ts')).decodeBmp,
  JPEG: async () => (await import('./jpeg/jpeg.ts')).decodeJpeg,
  OFF: async () => (await import('./surface/off.ts')).decodeOff,
  VTK: async () => (await import('./vtk/vtk.ts')).decodeVtk,
  GIFTI: async () => (await import('./surface/gifti.ts')).decodeGifti,
  'FreeSurfer surface': async () => (await import('./surface/freesurfer-surface.ts')).decodeFreesurferSurface,
  '3MF': async () => (await import('./surface/three-mf.ts')).decode3mf,
  MetaImage: async () => (await import('./volume/metaimage.ts')).decodeMetaImage,
  MGH: async () => (await import('./volume/mgh.ts')).decodeMgh,
  envelope: async () => (await import('../../contract/wire/envelope.ts')).decodeEnvelope,
  tar: async () => (await import('./find-together.ts')).decodeTar,
  STL: async () => (await import('./mesh/stl.ts')).decodeStl,
  OBJ: async () => (await import('./mesh/obj.ts')).decodeObj,
  CSV: async () => (await import('./mesh/table.ts')).decodeTable,
}
