/** Formats that people have and that are not read, with the way to one that is. */
const advice: readonly { readonly name: string; readonly isSo: RegExp; readonly remedy: string }[] = [
  {
    name: 'VTK',
    isSo: /^# vtk DataFile|^<VTKFile|[.]vt[kipu]$/,
    remedy: 'save it from ParaView as PLY or STL',
  },
  {
    name: 'HDF5',
    isSo: /^\x89HDF\r\n|[.](h5|hdf5|ims)$/,
    remedy: "save one array by numpy.save('out.npy', h5py.File('in.h5')['name'][:])",
  },
  {
    name: 'MetaImage',
    isSo: /^ObjectType *= *Image|[.]mh[ad]$/,
    remedy: "SimpleITK.WriteImage(SimpleITK.ReadImage('in.mha'), 'out.nrrd')",
  },
  { name: 'MRC', isSo: /[.](mrc|map|rec)$/, remedy: "numpy.save('out.npy', mrcfile.open('in.mrc').data)" },
  {
    name: 'OME-Zarr',
    isSo: /(^|[/])([.]z(array|attrs|group)|zarr[.]json)$/,
    remedy: 'save one level as NPY',
  },
  { name: 'glTF with separate data', isSo: /[.]gltf$/, remedy: 'gltf-transform copy in.gltf out.glb' },
  { name: 'DICOM without its preamble', isSo: /[.]ima$/, remedy: 'dcmconv in.ima out.dcm' },
]

/** Returns the name of a known but unread format and the way to convert it; undefined for any other. */
export function findAdvice(bytes: Uint8Array, name: string): string | undefined {
  const begin = String.fromCharCode(...bytes.subarray(0, 64))
  const found = advice.find(({ isSo }) => isSo.test(begin) || isSo.test(name.toLowerCase()))
  return found && `It seems to be ${found.name}, which is not read. To convert it: ${found.remedy}.`
}
