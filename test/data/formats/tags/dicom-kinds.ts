import { toDicom } from '../dicom/build-dicom.ts'
import type { TagSamples } from './sample.ts'

const from = 'the classes and their names by pydicom 2.3 (pydicom.uid); PS3.3, F.3.2.2 for a directory'

/** A class of each kind of file without pixels, by the name of the kind. */
const classes: { readonly [name: string]: string } = {
  'RT Structure Set': '481.3',
  'RT Plan': '481.5',
  'RT Ion Plan': '481.8',
  'RT Dose': '481.2',
  Radiotherapy: '481.4', // a treatment record of beams
  'Key Object Selection': '88.59',
  'Structured Report': '88.11', // a basic text
  'Presentation State': '11.1', // of grey
  'Encapsulated PDF': '104.1',
  'Encapsulated CDA': '104.2',
  'Encapsulated STL': '104.3',
  'Encapsulated OBJ': '104.4',
  'Encapsulated MTL': '104.5',
  Waveform: '9.1.1', // an ECG of 12 leads
  'Raw Data': '66',
  'Spatial Registration': '66.1',
  'Spatial Fiducials': '66.2',
  'Deformable Spatial Registration': '66.3',
  'Surface Segmentation': '66.5',
  'Tractography Results': '66.6',
  'Real World Value Mapping': '67',
  'MR Spectroscopy': '4.2',
}

/** Returns a file of a class, without pixels. */
export function toFileOfClass(name: string): Uint8Array {
  return toDicom({ '00080016 UI': `1.2.840.10008.5.1.4.1.1.${classes[name]}`, '00080060 CS': 'OT' })
}

/** A directory of two records. */
export const directory = toDicom({
  '00041130 CS': 'DISC',
  '00041200 UL': [0],
  '00041220 SQ': [{ '00041430 CS': 'PATIENT' }, { '00041430 CS': 'IMAGE', '00041500 CS': 'A\\B' }],
})

const toTag = (name: string): string => `SOPClassUID (0008,0016) = ${name}`

/** By hand. */
export const kindSamples: TagSamples = {
  [toTag('Media Storage Directory')]: { name: 'DICOMDIR', from, bytes: () => directory },
  [toTag('Hanging Protocol')]: {
    name: 'a.dcm',
    from,
    bytes: () => toDicom({ '00080016 UI': '1.2.840.10008.5.1.4.38.1' }),
  },
  ...Object.fromEntries(
    Object.keys(classes).map((name) => [
      toTag(name),
      { name: 'a.dcm', from, bytes: () => toFileOfClass(name) },
    ]),
  ),
}
