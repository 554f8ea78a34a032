/** The elements of DICOM that change values, places, order, colours or units. */
import type { DataSet } from 'dicom-parser'
import { applyFoundTag, applyTag, type TagRow, type TagTable } from '../tag-table.ts'
import { kindRows } from './other-kinds.ts'
import { syntaxRows } from './transfer-syntaxes.ts'

const withDcmtk = 'Convert it: dcmdjpeg in.dcm out.dcm (dcmtk).'
const asGrey = 'Save it as grey, RGB or a palette.'
const look = 'how it is shown, never its values'

/** Elements of the image, by keyword and number as in PS3.6; a value where only that one is meant. */
const elementRows = [
  // Places and lengths.
  {
    tag: 'ImagePositionPatient (0020,0032)',
    treatment: 'read',
    says: 'the place of a slice along the normal',
  },
  {
    tag: 'ImageOrientationPatient (0020,0037)',
    treatment: 'read',
    says: 'slices of one orientation are a volume',
  },
  { tag: 'PixelSpacing (0028,0030)', treatment: 'read', says: 'spacing, in mm' },
  {
    tag: 'ImagerPixelSpacing (0018,1164)',
    treatment: 'noted',
    says: 'Lengths are those on the detector (Imager Pixel Spacing): what lies before it is smaller.',
  },
  {
    tag: 'ImagePlanePixelSpacing (3002,0011)',
    treatment: 'noted',
    says: 'Lengths are those in the plane of the image (Image Plane Pixel Spacing), not in the patient.',
  },
  {
    tag: 'NominalScannedPixelSpacing (0018,2010)',
    treatment: 'noted',
    says: 'Lengths are those on the film that was scanned (Nominal Scanned Pixel Spacing).',
  },
  {
    tag: 'PixelAspectRatio (0028,0034)',
    treatment: 'noted',
    says: 'Only the ratio of the sides of a pixel is known (Pixel Aspect Ratio): lengths have no unit.',
  },
  {
    tag: 'SequenceOfUltrasoundRegions (0018,6011)',
    treatment: 'noted',
    says: 'The scales of the regions of an ultrasound picture are left out.',
  },
  {
    tag: 'SpacingBetweenSlices (0018,0088)',
    treatment: 'read',
    says: 'distance of slices without positions',
  },
  { tag: 'SliceThickness (0018,0050)', treatment: 'read', says: 'distance of slices without positions' },
  { tag: 'SliceLocation (0020,1041)', treatment: 'ignored', says: 'positions and numbers give the order' },
  {
    tag: 'GantryDetectorTilt (0018,1120)',
    treatment: 'ignored',
    says: 'the positions of slices show a tilt, which is noted',
  },
  {
    tag: 'InstanceNumber (0020,0013)',
    treatment: 'read',
    says: 'the order of slices at one place, or without',
  },
  {
    tag: 'SOPInstanceUID (0008,0018)',
    treatment: 'read',
    says: 'a copy of a picture is left out, with a note',
  },
  { tag: 'SeriesInstanceUID (0020,000E)', treatment: 'read', says: 'the largest series; others are noted' },
  // Frames.
  { tag: 'NumberOfFrames (0028,0008)', treatment: 'read', says: 'slices, or volumes at several times' },
  {
    tag: 'DimensionOrganizationType (0020,9311) = TILED_FULL',
    treatment: 'read',
    says: 'frames are tiles of one picture, row by row',
  },
  {
    tag: 'TotalPixelMatrixColumns (0048,0006)',
    treatment: 'read',
    says: 'the size of the picture of which frames are tiles',
  },
  { tag: 'TotalPixelMatrixRows (0048,0007)', treatment: 'read', says: 'as its columns' },
  {
    tag: 'PlanePositionSlideSequence (0048,021A)',
    treatment: 'read',
    says: 'the place of a tile in its picture; pixels without a tile are 0',
  },
  {
    tag: 'TotalPixelMatrixFocalPlanes (0048,0303)',
    treatment: 'read',
    says: 'pictures at other depths, of which the first is shown',
  },
  { tag: 'FrameIncrementPointer (0028,0009)', treatment: 'read', says: 'the meaning of frames' },
  { tag: 'FrameTime (0018,1063)', treatment: 'read', says: 'frames are moments: a volume of one slice each' },
  { tag: 'FrameTimeVector (0018,1065)', treatment: 'read', says: 'as FrameTime' },
  { tag: 'GridFrameOffsetVector (3004,000C)', treatment: 'read', says: 'places of the slices of a dose' },
  { tag: 'SliceVector (0054,0080)', treatment: 'read', says: 'slices of nuclear medicine' },
  { tag: 'TimeSlotVector (0054,0070)', treatment: 'read', says: 'further volumes' },
  { tag: 'SliceLocationVector (0018,2005)', treatment: 'read', says: 'places of slices' },
  {
    tag: 'PerFrameFunctionalGroupsSequence (5200,9230)',
    treatment: 'read',
    says: 'place and scale of a frame',
  },
  { tag: 'SharedFunctionalGroupsSequence (5200,9229)', treatment: 'read', says: 'those of all frames' },
  { tag: 'TemporalPositionIndex (0020,9128)', treatment: 'read', says: 'the order of frames at one place' },
  {
    tag: 'ImageType (0008,0008) = MOSAIC',
    treatment: 'noted',
    says: 'It is a mosaic: slices lie beside each other in one picture. dcm2niix makes a volume of them.',
  },
  // Values.
  { tag: 'RescaleSlope (0028,1053)', treatment: 'read', says: 'value = stored × slope + intercept' },
  { tag: 'RescaleIntercept (0028,1052)', treatment: 'read', says: 'see slope; also of each slice or frame' },
  { tag: 'RescaleType (0028,1054)', treatment: 'read', says: 'unit of values: HU, OD, %' },
  { tag: 'ModalityLUTSequence (0028,3000)', treatment: 'read', says: 'measured value = entry of the table' },
  { tag: 'DoseGridScaling (3004,000E)', treatment: 'read', says: 'dose = stored × scaling' },
  { tag: 'DoseUnits (3004,0002)', treatment: 'read', says: 'GY: Gy' },
  { tag: 'Units (0054,1001)', treatment: 'read', says: 'unit of values of PET' },
  {
    tag: 'RealWorldValueMappingSequence (0040,9096)',
    treatment: 'noted',
    says: 'A mapping to values of the real world is left out: values are those of Rescale Slope.',
  },
  {
    tag: 'PixelPaddingValue (0028,0120)',
    treatment: 'noted',
    says: 'Pixels outside of the picture have a value that was not measured (Pixel Padding Value).',
  },
  {
    tag: 'LossyImageCompression (0028,2110) = 01',
    treatment: 'noted',
    says: 'The picture was compressed with loss (…): values are not exactly those that were measured.',
  },
  // Samples.
  { tag: 'BitsAllocated (0028,0100)', treatment: 'read', says: '1, 8, 16 or 32 bits of a sample' },
  {
    tag: 'BitsAllocated (0028,0100) = other',
    treatment: 'refused',
    says: 'Each sample must have 1, 8, 16 or 32 bits (got …). Save it again with 16.',
  },
  { tag: 'BitsStored (0028,0101)', treatment: 'read', says: 'other bits of a sample do not count' },
  { tag: 'HighBit (0028,0102)', treatment: 'read', says: 'the place of these bits' },
  { tag: 'PixelRepresentation (0028,0103)', treatment: 'read', says: '1: signed' },
  { tag: 'FloatPixelData (7FE0,0008)', treatment: 'read', says: 'float32' },
  { tag: 'DoubleFloatPixelData (7FE0,0009)', treatment: 'read', says: 'float64' },
  { tag: 'ExtendedOffsetTable (7FE0,0001)', treatment: 'read', says: 'places of compressed frames' },
  {
    tag: 'JPEG Extended of 12 bits',
    treatment: 'refused',
    says: `Its pixels are compressed as JPEG of 12 bits, which is not read. ${withDcmtk}`,
  },
  {
    tag: 'OverlayData (6000,3000)',
    treatment: 'noted',
    says: 'Lines and texts that lie over the picture (overlays) are left out.',
  },
  // Colours.
  { tag: 'SamplesPerPixel (0028,0002)', treatment: 'read', says: '1, or 3 of colours' },
  { tag: 'PlanarConfiguration (0028,0006)', treatment: 'read', says: '1: a plane for each colour' },
  { tag: 'PhotometricInterpretation (0028,0004) = MONOCHROME2', treatment: 'read', says: 'grey' },
  {
    tag: 'PhotometricInterpretation (0028,0004) = MONOCHROME1',
    treatment: 'noted',
    says: 'Its smallest value stands for white (MONOCHROME1); values are shown as they are, not inverted.',
  },
  { tag: 'PhotometricInterpretation (0028,0004) = RGB', treatment: 'read', says: 'RGB of 8 or 16 bits' },
  {
    tag: 'PhotometricInterpretation (0028,0004) = PALETTE COLOR',
    treatment: 'read',
    says: 'RGB by the palette',
  },
  { tag: 'PhotometricInterpretation (0028,0004) = YBR_FULL', treatment: 'read', says: 'RGB (C.7.6.3.1.2)' },
  {
    tag: 'PhotometricInterpretation (0028,0004) = YBR_FULL_422',
    treatment: 'read',
    says: 'RGB, colours twice',
  },
  { tag: 'PhotometricInterpretation (0028,0004) = YBR_ICT', treatment: 'read', says: 'RGB, by JPEG 2000' },
  { tag: 'PhotometricInterpretation (0028,0004) = YBR_RCT', treatment: 'read', says: 'RGB, by JPEG 2000' },
  ...(['YBR_PARTIAL_422', 'YBR_PARTIAL_420', 'HSV', 'ARGB', 'CMYK', 'XYB'] as const).map(
    (kind) =>
      ({
        tag: `PhotometricInterpretation (0028,0004) = ${kind}`,
        treatment: 'refused',
        says: `Its colours are ${kind}, which is not read. ${asGrey}`,
      }) as const,
  ),
  {
    tag: 'SegmentedRedPaletteColorLookupTableData (0028,1221)',
    treatment: 'refused',
    says: `Its palette is written in segments, which are not read. ${asGrey}`,
  },
  // Segmentations.
  {
    tag: 'SegmentationType (0062,0001) = BINARY',
    treatment: 'read',
    says: 'each voxel is the number of a segment',
  },
  { tag: 'SegmentLabel (0062,0005)', treatment: 'read', says: 'the name of a label' },
  {
    tag: 'RecommendedDisplayCIELabValue (0062,000D)',
    treatment: 'read',
    says: 'the colour of a label, in sRGB',
  },
  { tag: 'SegmentationType (0062,0001) = FRACTIONAL', treatment: 'read', says: 'parts of 1, of one segment' },
  // Looks.
  {
    tag: 'WindowCenter (0028,1050)',
    treatment: 'read',
    says: 'the values between which a volume is first shown',
  },
  { tag: 'WindowWidth (0028,1051)', treatment: 'read', says: 'see center; the window of all slices' },
  { tag: 'VOILUTFunction (0028,1056)', treatment: 'read', says: 'LINEAR: half a value and one less wide' },
  { tag: 'VOILUTSequence (0028,3010)', treatment: 'ignored', says: look },
  { tag: 'PresentationLUTShape (2050,0020)', treatment: 'ignored', says: look },
  {
    tag: 'ICCProfile (0028,2000)',
    treatment: 'ignored',
    says: 'colours are shown as sRGB, as of all pictures',
  },
  ...(
    [
      ['SmallestImagePixelValue (0028,0106)', 'the samples say it'],
      ['LargestImagePixelValue (0028,0107)', 'the samples say it'],
      ['SmallestPixelValueInSeries (0028,0108)', 'the samples say it'],
      ['LargestPixelValueInSeries (0028,0109)', 'the samples say it'],
      ['PixelPaddingRangeLimit (0028,0121)', 'Pixel Padding Value is noted'],
      ['LossyImageCompressionRatio (0028,2112)', 'it stands in the note on loss'],
      ['LossyImageCompressionMethod (0028,2114)', 'the transfer syntax says it'],
      ['PixelSpacingCalibrationType (0028,0A02)', 'Pixel Spacing has the calibrated lengths'],
      ['PixelSpacingCalibrationDescription (0028,0A04)', 'Pixel Spacing has the calibrated lengths'],
      ['PixelIntensityRelationship (0028,1040)', 'what values mean for the ray, not what they are'],
      ['PixelIntensityRelationshipSign (0028,1041)', 'what values mean for the ray, not what they are'],
      ['CorrectedImage (0028,0051)', 'corrections were made before'],
      ['UltrasoundColorDataPresent (0028,0014)', 'the samples say it'],
      ['QualityControlImage (0028,0300)', 'no sample depends on it'],
      ['BurnedInAnnotation (0028,0301)', 'no sample depends on it'],
      ['RecognizableVisualFeatures (0028,0302)', 'no sample depends on it'],
      ['LongitudinalTemporalInformationModified (0028,0303)', 'dates, which are not read'],
      ['WindowCenterWidthExplanation (0028,1055)', look],
      ['RecommendedViewingMode (0028,1090)', look],
      ['RepresentativeFrameNumber (0028,6010)', look],
      ['PartialView (0028,1350)', 'no sample depends on it'],
      ['DataPointColumns (0028,9002)', 'the size of a spectrum, not of a picture'],
      ['PaletteColorLookupTableUID (0028,1199)', 'the palette is in the file'],
    ] as const
  ).map(([tag, says]) => ({ tag, treatment: 'ignored', says }) as const),
] as const satisfies readonly TagRow[]

/** All that this reader knows of files of DICOM. */
export const dicomTags: TagTable = {
  format: 'DICOM',
  source: 'PS3.3, PS3.5 and PS3.6, 2024b',
  rows: [...elementRows, ...kindRows, ...syntaxRows],
}

/** The tag of an element's row. */
type ElementTag = (typeof elementRows)[number]['tag']

/** Notes or refuses a tag by the sentence of its row, a value in place of `…`. @throws `file.undecodable` */
export function applyElement(tag: ElementTag, onNote: (sentence: string) => void, value = ''): void {
  const rows = elementRows
    .filter((row) => row.tag === tag)
    .map((row) => ({ ...row, says: row.says.replace('…', value) }))
  applyTag({ ...dicomTags, rows }, tag, { onNote })
}

/** Rows by the number of their element, such as `x00280030`, without those of values. */
const rowsByNumber = new Map(
  elementRows.flatMap((row) => {
    const [, group = '', element = ''] = /\((\w{4}),(\w{4})\)/.exec(row.tag) ?? []
    return [[`x${group}${element}`.toLowerCase(), row] as const]
  }),
)
/** Noted where their lengths are used; see `place.ts`. */
const ofLengths = new Set(['x00181164', 'x30020011', 'x00182010', 'x00280034', 'x00186011'])
/** Read without a row of their own: the numbers of rows and columns, palettes, and the group's length. */
const others = /^x0028(0000|0010|0011|110[123]|120[123])$/

/**
 * Notes or refuses the elements of a file that its reader does not look at. An element of the group of pixels
 * (0028) without a row is noted, as it may change values.
 * @throws `file.undecodable`
 */
export function applyElements({ elements }: DataSet, onNote: (sentence: string) => void): void {
  for (const [number, { length }] of Object.entries(elements)) {
    const row = rowsByNumber.get(number)
    if (length === 0 || ofLengths.has(number) || row?.tag.includes('=')) continue
    if (row?.treatment === 'noted' || row?.treatment === 'refused') applyElement(row.tag, onNote)
    else if (!row && /^x0028...[02468ace]$/.test(number) && !others.test(number))
      applyFoundTag(dicomTags, `(${number.slice(1, 5)},${number.slice(5)})`, { onNote })
  }
}
