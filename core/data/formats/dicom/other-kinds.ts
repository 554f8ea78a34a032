/** Files of DICOM that are no pictures, by their classes (PS3.4, B.5; PS3.3, F): each is named in words. */
import type { DataSet } from 'dicom-parser'
import { cutText } from '../../../contract/text/cut-text.ts'
import type { TagRow } from '../tag-table.ts'
import { readText } from './elements.ts'

/** A kind of file without pixels. */
interface OtherKind {
  /** The name of its class; of a group of classes, that of the group. */
  readonly name: string
  /** The identifier of its class behind that of all, which is a beginning where it ends with a dot. */
  readonly uid: string
  /** Its words in a sentence. */
  readonly words: string
  readonly remedy: string
}

const classes = '1.2.840.10008.'
const storage = `${classes}5.1.4.1.1.`
const openImages = 'open the images to which it belongs'
const decap = 'take the file out with dcmdecap (dcmtk), and open that'

const kinds: readonly OtherKind[] = [
  of(`${classes}1.3.10`, 'Media Storage Directory', [
    'a directory of DICOM files (DICOMDIR)',
    'open the files that it lists, or their folder',
  ]),
  ofImages('481.3', 'RT Structure Set', 'the outlines of a radiotherapy plan (RTSTRUCT)'),
  ofImages('481.5', 'RT Plan', 'a radiotherapy plan (RTPLAN)'),
  ofImages('481.8', 'RT Ion Plan', 'a radiotherapy plan for ions (RTPLAN)'),
  ofImages('481.2', 'RT Dose', 'a radiotherapy dose (RTDOSE) of curves or points'),
  ofImages('481.', 'Radiotherapy', 'a record of radiotherapy'),
  ofImages('88.59', 'Key Object Selection', 'a selection of key images (KO)'),
  ofImages('88.', 'Structured Report', 'a structured report (SR)'),
  ofImages('11.', 'Presentation State', 'a presentation state (PR), how images are to be shown'),
  of(`${storage}104.1`, 'Encapsulated PDF', [
    'a PDF within a DICOM file',
    'take it out with dcm2pdf (dcmtk), and export its picture as PNG',
  ]),
  of(`${storage}104.2`, 'Encapsulated CDA', ['a text (CDA) within a DICOM file', openImages]),
  of(`${storage}104.3`, 'Encapsulated STL', ['an STL within a DICOM file', decap]),
  of(`${storage}104.4`, 'Encapsulated OBJ', ['an OBJ within a DICOM file', decap]),
  of(`${storage}104.5`, 'Encapsulated MTL', ['the materials of an OBJ within a DICOM file', decap]),
  ofImages('9.', 'Waveform', 'a waveform, such as an ECG'),
  ofImages('66', 'Raw Data', 'the raw data of a device'),
  ofImages('66.1', 'Spatial Registration', 'a registration of images (REG)'),
  ofImages('66.2', 'Spatial Fiducials', 'marks in images (FID)'),
  ofImages('66.3', 'Deformable Spatial Registration', 'a deformable registration of images (REG)'),
  of(`${storage}66.5`, 'Surface Segmentation', [
    'the surfaces of a segmentation',
    'save them from 3D Slicer as PLY',
  ]),
  of(`${storage}66.6`, 'Tractography Results', [
    'the tracts of a tractography',
    'save them from 3D Slicer as a surface, in PLY',
  ]),
  ofImages('67', 'Real World Value Mapping', 'a mapping of values'),
  ofImages('4.2', 'MR Spectroscopy', 'spectra of MR spectroscopy'),
  of(`${classes}5.1.4.38.`, 'Hanging Protocol', [
    'a hanging protocol, how images are to be laid out',
    openImages,
  ]),
]

function of(uid: string, name: string, [words, remedy]: readonly [words: string, remedy: string]): OtherKind {
  return { name, uid, words, remedy }
}

function ofImages(uid: string, name: string, words: string): OtherKind {
  return of(`${storage}${uid}`, name, [words, openImages])
}

/** The rows of the table of tags, in the order of the kinds. */
export const kindRows: readonly TagRow[] = kinds.map((kind) => ({
  tag: `SOPClassUID (0008,0016) = ${kind.name}`,
  treatment: 'refused',
  says: refuseKind(kind),
}))

function refuseKind({ words, remedy }: OtherKind): string {
  return `It is ${words}, which has no pixels: ${remedy}.`
}

/** The kind of a file without pixels, in words. */
export interface FoundKind {
  /** Words in a sentence, such as `a structured report (SR)`. */
  readonly words: string
  /** The sentence of its refusal. */
  readonly says: string
}

/** Returns what a file without pixels is; undefined for one whose class says nothing of it. */
export function findOtherKind(data: DataSet): FoundKind | undefined {
  // The class of a directory stands before the data set; its elements are those of no other file.
  const isDirectory = data.elements.x00041220 !== undefined || data.elements.x00041130 !== undefined
  const uid = isDirectory ? `${classes}1.3.10` : readText(data, 'x00080016')
  if (uid === undefined) return undefined
  const kind = kinds.find((known) =>
    known.uid.endsWith('.') ? uid.startsWith(known.uid) : uid === known.uid,
  )
  return kind && { words: kind.words, says: refuseKind(kind) }
}

/** Returns the refusal of files of which none has pixels: of a single one in the words of its kind. */
export function explainNone(count: number, kinds: readonly (FoundKind | undefined)[]): string {
  const [only, ...others] = kinds
  if (only && others.length === 0) return only.says
  return `There are no pixels in the ${count} files${listKinds(kinds)}.`
}

/** Returns what files without pixels are, in brackets; nothing where no class says it. */
export function listKinds(kinds: readonly (FoundKind | undefined)[]): string {
  const words = new Set(kinds.flatMap((kind) => kind?.words ?? []))
  return words.size > 0 ? ` (${cutText([...words].join('; '), 200)})` : ''
}
