import { hasExtension } from './format.ts'

/** Content that is not read: a format of the field, or what lies in place of a file. */
interface OtherContent {
  /** Its sentence, with the way out. */
  readonly says: string
  /** The sentence for a file that has its name, and no mark by which the content could be told. */
  readonly saysByName: string
  /** Lower case, with the dot. */
  readonly extensions: readonly string[]
  /** Its beginning, one character a byte, where that is of this content and of no other. */
  readonly mark?: RegExp
}

/** The way out of documents of office programs, some of which are archives as those of 3MF are. */
export const savedFromOffice = 'save its table as CSV, its picture as PNG'

/** Formats of the field that are not read, with the way to one that is. */
const otherFormats: readonly OtherContent[] = [
  // In place of the file.
  {
    says: 'It is a pointer of Git LFS and not the file itself: get that with `git lfs pull`.',
    saysByName: '',
    extensions: [],
    mark: /^version https:\/\/git-lfs/,
  },
  {
    says: 'It is a page of HTML, not data: if it was downloaded, it is the page of a login or an error.',
    saysByName: 'Its name is that of a page of HTML, which is not read: download the data itself.',
    extensions: ['.html', '.htm'],
    mark: /^(\xef\xbb\xbf)?\s*(<!--[^>]{0,400}-->\s*)?<(!doctype html|html|head|body)\b/i,
  },
  // Meshes and scenes.
  notRead(
    'glTF in several files',
    ['.gltf'],
    'save it as one .glb',
    /^(\xef\xbb\xbf)?\s*\{\s*"(asset|scenes?|accessors|buffer\w*|meshes|nodes|extensions\w+)"/,
  ),
  notRead('FBX', ['.fbx'], 'export it from Blender as .glb', /^Kaydara FBX|^; FBX /),
  notRead('a file of Blender', ['.blend'], 'export it from Blender as .glb', /^BLENDER/),
  notRead('COLLADA', ['.dae'], 'export it from Blender as .glb', rootOf('COLLADA')),
  notRead('3D Studio', ['.3ds'], 'export it from Blender as .glb', /^MM..\0\0\cB\0/s),
  notRead('VRML', ['.wrl', '.vrml'], 'save it from MeshLab as PLY', /^#VRML|^#X3D/),
  notRead('X3D', ['.x3d'], 'save it from MeshLab as PLY', rootOf('X3D')),
  notRead('AMF', ['.amf'], 'export it from your slicer as STL or 3MF', rootOf('amf')),
  notRead('SVG', ['.svg'], 'export it as PNG', rootOf('svg')),
  notRead('USD', ['.usd', '.usda', '.usdc', '.usdz'], 'export it from Blender as .glb', /^(#usda|PXR-USDC)/),
  notRead('STEP', ['.step', '.stp'], 'export it from FreeCAD as STL', /^ISO-10303-21;/),
  notRead('IGES', ['.iges', '.igs'], 'export it from FreeCAD as STL'),
  notRead('Draco', ['.drc'], 'decode it with draco_decoder as PLY', /^DRACO/),
  notRead(
    'a surface of MNI',
    [],
    'convert it with nibabel or FreeSurfer to GIFTI',
    /^P [\d.]+ [\d.]+ [\d.]+ \d+ \d+\s/,
  ),
  notRead('MZ3 of Surfice', ['.mz3'], 'save it from Surfice as GIFTI or PLY'),
  {
    says: '',
    saysByName:
      'Its name is that of an annotation of FreeSurfer, labels of vertices without a surface: open it, ' +
      'without gzip, together with the surface, such as lh.white: both files at once, or a folder of both.',
    extensions: ['.annot', '.annot.gz'],
  },
  // Fields and volumes.
  notRead(
    'VTK',
    ['.vtu', '.vts', '.vtr', '.vtm', '.pvd'],
    'save a surface from ParaView as PLY or STL, a volume from 3D Slicer as NRRD',
  ),
  notRead(
    'streamlines of TrackVis',
    ['.trk'],
    'read its points in Python and write them with numpy.save as NPY',
    /^TRACK\0/,
  ),
  notRead(
    'streamlines of MRtrix',
    ['.tck'],
    'read its points in Python and write them with numpy.save as NPY',
    /^mrtrix tracks/,
  ),
  notRead('MRtrix', ['.mif'], 'convert it with mrconvert to NIfTI', /^mrtrix image/),
  notRead(
    'PAR/REC of Philips',
    ['.par'],
    'convert it with dcm2niix or nibabel (parrec2nii) to NIfTI',
    /^# === DATA DESCRIPTION FILE/,
  ),
  notRead(
    'netCDF or MINC',
    ['.nc', '.cdf', '.mnc'],
    'read a variable in Python with xarray, and write it with numpy.save as NPY; MINC by mnc2nii as NIfTI',
    /^CDF[\cA\cB\cE]/,
  ),
  notRead('Imaris', ['.ims'], withFiji()),
  // A block of another program may stand before it, as in files of MATLAB 7.3.
  notRead(
    'HDF5 (also that of NetCDF-4, MATLAB 7.3 and MINC 2)',
    ['.h5', '.hdf5', '.hdf'],
    'write one of its datasets as NPY, in Python: numpy.save("a.npy", h5py.File("a.h5")["its/name"][()]); ' +
      '`h5ls -r a.h5` lists their names',
    /^(.{512})?\x89HDF\r\n\cZ\n/s,
  ),
  notRead(
    'a file of MATLAB',
    ['.mat'],
    'write one of its arrays as NPY, in Python: numpy.save("a.npy", scipy.io.loadmat("a.mat")["its name"])',
    /^MATLAB [45]/,
  ),
  notRead('FITS', ['.fits', '.fit', '.fts'], withNumpy(), /^SIMPLE {2}= /),
  notRead(
    'MRC or CCP4',
    ['.mrc', '.mrcs', '.ccp4', '.map', '.rec'],
    'convert it with `mrc2tif` of IMOD or in Fiji to TIFF, or write it as NPY, in Python: ' +
      'numpy.save("a.npy", mrcfile.read("a.mrc"))',
    /^.{208}MAP[ \0]/s,
  ),
  notRead('Zeiss CZI', ['.czi'], withFiji(), /^ZISRAWFILE/),
  notRead(
    'a file of a microscope',
    ['.lif', '.nd2', '.oib', '.oir', '.lsm'],
    withFiji(),
    /^\xda\xce\xbe\n|^\x70\0\0\0.{4}\x2a/s,
  ),
  // Points.
  notRead('CIF', ['.cif', '.mmcif', '.bcif'], withOpenBabel(), /^(#[^\n]*\n|\s)*data_\S/),
  notRead('a file of molecules', ['.mol', '.sdf', '.mol2', '.cml', '.pqr', '.gro'], withOpenBabel()),
  notRead('LAS', ['.las', '.laz'], withCloudCompare(), /^LASF/),
  notRead('E57', ['.e57'], withCloudCompare(), /^ASTM-E57/),
  notRead('PCD', ['.pcd'], withCloudCompare(), /^# [.]PCD/),
  // Pictures.
  notRead('GIF', ['.gif'], 'save it as PNG', /^GIF8[79]a/),
  notRead('Radiance HDR', ['.hdr', '.rgbe'], 'save it as TIFF of floats', /^#\?(RADIANCE|RGBE)/),
  notRead('OpenEXR', ['.exr'], 'save it as TIFF of floats', /^v\/1\cA/),
  notRead(
    'a JPEG 2000',
    ['.jp2', '.j2k', '.jpx'],
    'save it as PNG or TIFF',
    /^(\0\0\0\fjP {2}\r\n\x87\n|\xff\x4f\xff\x51)/,
  ),
  notRead('JPEG XL', ['.jxl'], 'save it as PNG', /^(\xff\n|\0\0\0\fJXL )/),
  notRead(
    'AVIF or HEIF',
    ['.avif', '.heic', '.heif'],
    'save it as PNG',
    /^.{4}ftyp(avif|avis|heic|heix|mif1|msf1)/s,
  ),
  notRead('a file of Photoshop', ['.psd', '.psb'], 'save it as PNG or TIFF', /^8BPS/),
  notRead('PDF', ['.pdf'], 'export its picture as PNG', /^%PDF-/),
  // Archives, some by the name of their first entry.
  notRead(
    'an archive of NumPy',
    ['.npz'],
    'write one of its arrays with numpy.save as NPY',
    /^PK\cC\cD.{26}[\w.]{1,100}[.]npy/s,
  ),
  notRead(
    'a document of an office program',
    ['.xlsx', '.xls', '.ods', '.docx', '.doc', '.odt', '.pptx'],
    savedFromOffice,
    /^PK\cC\cD.{26}(docProps\/|mimetypeapplication\/vnd[.]oasis)/s,
  ),
  notRead(
    'an archive',
    ['.zip', '.7z', '.rar', '.xz', '.bz2', '.zst'],
    'unpack it',
    /^(PK\cC\cD|7z\xbc\xaf|Rar!|\xfd7zXZ\0|BZh[1-9]|\x28\xb5\x2f\xfd)/,
  ),
]

function withNumpy(): string {
  return 'read its array in Python and write it with numpy.save as NPY'
}

function withOpenBabel(): string {
  return 'convert it with Open Babel to PDB or XYZ, as `obabel a.cif -O a.pdb`'
}

function withFiji(): string {
  return 'save it from Fiji as TIFF'
}

function withCloudCompare(): string {
  return 'save it from CloudCompare as PLY'
}

function notRead(name: string, extensions: readonly string[], remedy: string, mark?: RegExp): OtherContent {
  const says = `It is ${name}, which is not read: ${remedy}.`
  const saysByName = `Its name is that of ${name}, which is not read: ${remedy}.`
  return { says, saysByName, extensions, ...(mark && { mark }) }
}

/** Returns the mark of a document of XML by its outermost element. */
export function rootOf(name: string): RegExp {
  const prolog =
    '(\\xef\\xbb\\xbf)?\\s*(<\\?xml[^>]{0,200}\\?>\\s*)?(<!--[^>]{0,400}-->\\s*)?(<!DOCTYPE[^>]{0,300}>\\s*)?'
  return new RegExp(`^${prolog}<(\\w+:)?${name}\\b`)
}

/** Returns the sentence for content that has the mark of one that is not read. */
export function explainMark(start: string): string | undefined {
  return otherFormats.find(({ mark }) => mark?.test(start))?.says
}

/** Returns the sentence for a name of a format that is not read, where the content has no mark. */
export function explainName(name: string): string | undefined {
  return otherFormats.find((format) => hasExtension(format, name))?.saysByName
}
