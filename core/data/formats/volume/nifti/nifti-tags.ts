import type { TagRow, TagTable } from '../../tag-table.ts'

const oneNumber = 'Each voxel must be one real number'

/** Statistics by their code, whose parameters are not read. */
export const statistics: { readonly [code: number]: string } = {
  2: 'correlation',
  3: 't statistic',
  4: 'F statistic',
  5: 'z score',
  6: 'chi-squared',
  7: 'beta',
  8: 'binomial',
  9: 'gamma',
  10: 'Poisson',
  11: 'normal',
  12: 'noncentral F',
  13: 'noncentral chi-squared',
  14: 'logistic',
  15: 'Laplace',
  16: 'uniform',
  17: 'noncentral t',
  18: 'Weibull',
  19: 'chi',
  20: 'inverse Gaussian',
  21: 'extreme value',
  22: 'p value',
  23: 'ln p',
  24: 'log10 p',
  1001: 'estimate',
  1002: 'label',
  1003: 'neuroanatomical label',
}

/** Intents of values that are labels. */
export const labelIntents: { readonly [code: number]: true } = { 1002: true, 1003: true }

/** Intents of scalars that name no values: none, an estimate, a number without a unit, a series in time. */
export const unnamedIntents: { readonly [code: number]: true } = {
  0: true,
  1001: true,
  1011: true,
  2001: true,
}

/** Intents whose samples are no scalars, by their names: several numbers a voxel, or no voxels at all. */
export const otherIntents: { readonly [code: number]: string } = {
  1004: 'GENMATRIX',
  1005: 'SYMMATRIX',
  1006: 'DISPVECT',
  1007: 'VECTOR',
  1010: 'QUATERNION',
  2003: 'RGB_VECTOR',
  2004: 'RGBA_VECTOR',
}
/** Intents of files that have no grid of voxels. */
export const gridlessIntents: { readonly [code: number]: string } = {
  1008: 'POINTSET',
  1009: 'TRIANGLE',
  2002: 'NODE_INDEX',
  2005: 'SHAPE',
}
/** Intents of fields of FSL, whose samples are coefficients or displacements. */
export const fslIntents: { readonly [code: number]: string } = {
  2006: 'FSL_FNIRT_DISPLACEMENT_FIELD',
  2007: 'FSL_CUBIC_SPLINE_COEFFICIENTS',
  2008: 'FSL_DCT_COEFFICIENTS',
  2009: 'FSL_QUADRATIC_SPLINE_COEFFICIENTS',
  2016: 'FSL_TOPUP_CUBIC_SPLINE_COEFFICIENTS',
  2017: 'FSL_TOPUP_QUADRATIC_SPLINE_COEFFICIENTS',
}

const inVectors = refuseIntents(
  otherIntents,
  (name) => `${oneNumber} (its intent is ${name}); save one component alone, as a volume.`,
)
const withoutGrid = refuseIntents(
  gridlessIntents,
  (name) => `It has no grid of voxels (its intent is ${name}); save it as a surface or points, as in PLY.`,
)
const ofFsl = refuseIntents(
  fslIntents,
  (name) =>
    `Its samples are no values (its intent is ${name}); apply it with applywarp, and open the volume.`,
)

function refuseIntents(
  names: { readonly [code: number]: string },
  say: (name: string) => string,
): readonly TagRow<`intent_code = ${number}`>[] {
  return Object.entries(names).map(([code, name]) => ({
    tag: `intent_code = ${Number(code)}`,
    treatment: 'refused',
    says: say(name),
  }))
}

const otherDatatypes: readonly TagRow<`datatype = ${number}`>[] = (
  [
    [1, 'BINARY', 'save it as uint8'],
    [32, 'COMPLEX64', 'save its magnitude alone'],
    [128, 'RGB24', 'save one colour alone'],
    [1536, 'FLOAT128', 'save it as float64'],
    [1792, 'COMPLEX128', 'save its magnitude alone'],
    [2048, 'COMPLEX256', 'save its magnitude alone'],
    [2304, 'RGBA32', 'save one colour alone'],
  ] as const
).map(([code, name, way]) => ({
  tag: `datatype = ${code}`,
  treatment: 'refused',
  says: `${oneNumber} of 64 bits at most (got the datatype ${name}); ${way}.`,
}))

/** The fields of the headers, and the values of those that decide. */
export const niftiTags = {
  format: 'NIfTI',
  source: 'nifti1.h of 2007 and nifti2.h of 2011',
  rows: [
    { tag: 'sizeof_hdr', treatment: 'read', says: '348 or 540, in the byte order of the file' },
    { tag: 'magic', treatment: 'read', says: 'n+1 or n+2: header and samples in one file' },
    {
      tag: 'magic = ni1',
      treatment: 'refused',
      says:
        'Its samples are in another file (.img): open both together, or save it as one file (.nii), with ' +
        'the header attached.',
    },
    {
      tag: 'magic = none',
      treatment: 'refused',
      says:
        'It has no magic of NIfTI, as Analyze 7.5, which does not say where left is; save it as NIfTI ' +
        '(.nii) with the program that knows, for example by fslchfiletype NIFTI.',
    },
    { tag: 'dim', treatment: 'read', says: 'x, y, z, then volumes' },
    {
      tag: 'dim = 27307×1×6, or -1 with glmin',
      treatment: 'noted',
      says:
        'It has values of the vertices of a surface of FreeSurfer, here in one row; to see them on it, ' +
        'convert them with mri_convert to lh.curv or .func.gii, and open these with the surface.',
    },
    {
      tag: 'dim[5]',
      treatment: 'noted',
      says: 'The fifth axis counts values at each voxel; each is a volume of its own.',
    },
    { tag: 'datatype', treatment: 'read', says: 'integers of 8 to 64 bits, floats of 32 and 64' },
    { tag: 'datatype = 1024', treatment: 'read', says: 'integers of 64 bits as float64, exact up to 2^53' },
    ...otherDatatypes,
    { tag: 'bitpix', treatment: 'ignored', says: 'follows from datatype' },
    { tag: 'vox_offset', treatment: 'read', says: 'the place of the samples, behind extensions' },
    {
      tag: 'vox_offset < 348',
      treatment: 'noted',
      says: 'Its vox_offset lies in the header: samples are read from behind it and its extension bytes.',
    },
    { tag: 'scl_slope', treatment: 'read', says: 'a factor, in double; none for 0 and NaN' },
    { tag: 'scl_inter', treatment: 'read', says: 'added; as float64 where float32 would lose steps' },
    { tag: 'pixdim', treatment: 'read', says: 'lengths of the steps, where there is no sform' },
    { tag: 'pixdim[0]', treatment: 'read', says: 'qfac: -1 turns z of a qform over' },
    {
      tag: 'pixdim <= 0',
      treatment: 'noted',
      says: 'A pixdim that is not above zero counts as its amount, and 0 as 1.',
    },
    { tag: 'pixdim[4]', treatment: 'ignored', says: 'times: a result has none, and its volumes are counted' },
    {
      tag: 'qform_code',
      treatment: 'read',
      says: 'the place by quatern and qoffset (method 2), and its world',
    },
    { tag: 'sform_code', treatment: 'read', says: 'the place by srow (method 3), which goes before a qform' },
    {
      tag: 'qform_code = sform_code = 0',
      treatment: 'noted',
      says:
        'It does not state its place and orientation (qform_code and sform_code are 0): its axes are ' +
        'shown as they stand, with the lengths of pixdim (method 1 of NIfTI); nibabel takes the first ' +
        'to lead to the left and the middle for 0, as in Analyze.',
    },
    {
      tag: 'qform_code and sform_code',
      treatment: 'noted',
      says: 'Its qform and its sform name different places; the sform is used.',
    },
    {
      tag: 'srow of no space',
      treatment: 'noted',
      says: 'Its sform spans no space and is left out.',
    },
    {
      tag: 'quatern of no space',
      treatment: 'noted',
      says: 'Its qform spans no space and is left out.',
    },
    { tag: 'xyzt_units', treatment: 'read', says: 'm, mm or µm' },
    { tag: 'xyzt_units of time', treatment: 'ignored', says: 'units of times, which a result has none of' },
    { tag: 'xyzt_units = 7', treatment: 'noted', says: 'The unit of its lengths has no known code.' },
    { tag: 'intent_code', treatment: 'read', says: 'statistics and labels: the name of the values' },
    { tag: 'intent_code = 1002', treatment: 'read', says: 'the values are labels, as those of 1003' },
    { tag: 'intent_code = 1001', treatment: 'read', says: 'an estimate: intent_name, where it has one' },
    { tag: 'intent_code = 1011', treatment: 'ignored', says: 'the values have no unit, as none is named' },
    { tag: 'intent_code = 2001', treatment: 'ignored', says: 'a series in time, as the axes are' },
    ...inVectors,
    ...withoutGrid,
    ...ofFsl,
    {
      tag: 'intent_code = 3000–3099',
      treatment: 'refused',
      says:
        'It is CIFTI-2, values of grayordinates without a grid of voxels; save its voxels with ' +
        'wb_command -cifti-separate as NIfTI.',
    },
    { tag: 'intent_p1', treatment: 'ignored', says: 'parameters of a statistic, such as degrees of freedom' },
    { tag: 'intent_name', treatment: 'read', says: 'the name of the values, for an intent without its own' },
    { tag: 'cal_min', treatment: 'read', says: 'with cal_max: the values between which it is first shown' },
    { tag: 'cal_max', treatment: 'read', says: 'see cal_min; none where it is not above it' },
    { tag: 'slice_code', treatment: 'ignored', says: 'the times of slices' },
    { tag: 'slice_start', treatment: 'ignored', says: 'the times of slices' },
    { tag: 'slice_end', treatment: 'ignored', says: 'the times of slices' },
    { tag: 'slice_duration', treatment: 'ignored', says: 'the times of slices' },
    { tag: 'toffset', treatment: 'ignored', says: 'the time of the first volume' },
    { tag: 'dim_info', treatment: 'ignored', says: 'the axes of the coils, not of the samples' },
    { tag: 'extension', treatment: 'ignored', says: 'texts of other programs before vox_offset' },
    { tag: 'descrip', treatment: 'ignored', says: 'a text' },
    { tag: 'aux_file', treatment: 'ignored', says: 'the name of another file, such as a colour table' },
  ],
} as const satisfies TagTable
