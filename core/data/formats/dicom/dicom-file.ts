/** The pictures of one file of DICOM: for each frame its place, its measured values and its samples. */
import type { DataSet } from 'dicom-parser'
import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import type { DecodeContext } from '../format.ts'
import { applyElement, applyElements } from './dicom-tags.ts'
import { type DicomElements, readElements, readName, readNumbers, readText, toRefusal } from './elements.ts'
import { type PixelLayout, readLayout } from './layout.ts'
import { type FoundKind, findOtherKind } from './other-kinds.ts'
import { FrameDecoder } from './pixels/decode-frame.ts'
import { readFrames } from './pixels/fragments.ts'
import { isLossyFrame } from './pixels/jpeg-heads.ts'
import { listSets, readFrameOrder, readPlace, type SlicePlace } from './place.ts'
import { createFrameReader } from './samples.ts'
import { readTiles, type SlideTile } from './tiles.ts'
import { areStored, first, type MeasuredValues, readValues } from './values.ts'

/** One picture of a file, its samples still to be read. */
export interface DicomSlice {
  readonly file: DicomFile
  readonly layout: PixelLayout
  readonly place: SlicePlace
  /** Its distance along the normal from the position, in mm; undefined where it is at the position. */
  readonly offset?: number | undefined
  /** Frames of its file are moments of one place, as of a film. */
  readonly isMoment: boolean
  /** Its place in time: that of the groups of a frame, or of the vectors of a file. */
  readonly moment: number
  /** The number of the file in its series. */
  readonly number: number
  readonly frame: number
  readonly values: MeasuredValues
  /** The number of the segment that it shows, of a segmentation. */
  readonly segment?: number | undefined
  /** Its place in a picture of which it is a tile. */
  readonly tile?: SlideTile | undefined
  /** Returns its samples as they are stored: `layout.channels` for each pixel. @throws `file.undecodable` */
  readonly read: () => Promise<ElementArray>
}

/** Elements of a file that hold for all its pictures. */
export interface DicomFile {
  readonly series: string
  /** The name of the series for people. */
  readonly description?: string | undefined
  /** Identifies the pictures: a copy of the file has the same. */
  readonly uid?: string | undefined
  readonly modality?: string | undefined
  readonly isCompressed: boolean
  /** Its pixels as they stand in it. */
  readonly pixels: Uint8Array
  readonly data: DataSet
  /** Sentences on what is left out of it. */
  readonly notes: readonly string[]
}

/** The pictures of a file. */
export interface DicomContent {
  /** None for a file without pixels. */
  readonly slices: DicomSlice[]
  /** The kind of a file without pixels, where its class says it. */
  readonly kind?: FoundKind | undefined
}

/**
 * Returns the pictures of a file, or what it is without any. `decoder` may be that of several files.
 * @throws `file.undecodable`
 */
export async function readDicomFile(
  bytes: Uint8Array,
  context: DecodeContext,
  decoder = new FrameDecoder(context),
): Promise<DicomContent> {
  try {
    const elements = await readElements(bytes, context)
    const { data } = elements
    if (!hasPixels(data)) return { slices: [], kind: findOtherKind(data) }
    return { slices: listSlices(elements, context.byteLimit, decoder) }
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Returns whether a file has pixels, of whole numbers or floats. */
export function hasPixels({ elements }: DataSet): boolean {
  return ['x7fe00010', 'x7fe00008', 'x7fe00009'].some((tag) => elements[tag])
}

/** Returns the series of a file by its beginning; undefined where that is not there. */
export async function readSeriesUid(head: Uint8Array): Promise<string | undefined> {
  try {
    const { data } = await readElements(head, { byteLimit: 2 ** 24, until: 'x0020000e' })
    return readText(data, 'x0020000e')
  } catch {
    return undefined // cut within an element, or compressed by a syntax that is not read
  }
}

/** Returns whether a file is a picture rather than a volume, by its elements. */
export function isPicture(data: DataSet, layout: PixelLayout): boolean {
  if (layout.channels === 3) return true
  const values = readValues(listSets(data, 0), layout)
  const isPlain = !layout.isFloat && /^uint(8|16)$/.test(layout.dtype)
  const isOne = layout.frames === 1 || readTiles(data, layout) !== undefined
  return isPlain && isOne && areStored(values) && !isSegmentation(data)
}

/** Returns whether a file is a segmentation, whose voxels are the numbers of segments. */
export function isSegmentation(data: DataSet): boolean {
  return data.elements.x00620002 !== undefined && data.elements.x00620001 !== undefined
}

function listSlices(elements: DicomElements, byteLimit: number, decoder: FrameDecoder): DicomSlice[] {
  const { data, syntax } = elements
  const notes: string[] = []
  const onNote = (sentence: string): void => {
    if (!notes.includes(sentence)) notes.push(sentence)
  }
  const layout = readLayout(data, byteLimit)
  applyElements(data, onNote)
  const packed = syntax.codec ? readFrames(elements, layout.frames) : []
  noteConditions(elements, layout, onNote)
  noteLoss(elements, packed, onNote)
  const file: DicomFile = {
    series: readText(data, 'x0020000e') ?? '',
    description: readName(data, data, 'x0008103e'),
    uid: readText(data, 'x00080018'),
    modality: readText(data, 'x00080060'),
    isCompressed: syntax.codec !== undefined,
    pixels: toPixels(elements),
    data,
    notes,
  }
  const read = createFrameReader(elements, layout, { packed, decoder })
  const describe = createDescription(data, layout, onNote)
  return Array.from({ length: layout.frames }, (_, frame) => ({
    ...describe(frame),
    file,
    layout,
    frame,
    read: async () => {
      try {
        return await read(frame)
      } catch (error) {
        throw toRefusal(error)
      }
    },
  }))
}

/** Notes what depends on a value, or on a place in a group. */
function noteConditions(
  { data }: DicomElements,
  { photometric }: PixelLayout,
  onNote: (sentence: string) => void,
): void {
  if (photometric === 'MONOCHROME1')
    applyElement('PhotometricInterpretation (0028,0004) = MONOCHROME1', onNote)
  if (/\bMOSAIC\b/.test(readText(data, 'x00080008') ?? ''))
    applyElement('ImageType (0008,0008) = MOSAIC', onNote)
  const isMapped = listSets(data, 0).some(({ elements }) => elements.x00409225 ?? elements.x00409212)
  if (isMapped && !data.elements.x00409096) applyElement('RealWorldValueMappingSequence (0040,9096)', onNote)
}

/** Notes loss: by the file's own word, or as its frames are compressed, since many files say nothing. */
function noteLoss(
  { data, syntax }: DicomElements,
  [frame]: readonly Uint8Array[],
  onNote: (sentence: string) => void,
): void {
  const isSaid = readText(data, 'x00282110') === '01'
  const isLossy = frame !== undefined && syntax.codec !== undefined && isLossyFrame(frame, syntax.codec)
  if (!isSaid && !isLossy) return
  const ratios = readNumbers(data, 'x00282112')
  const shown = ratios.map((ratio) => `1:${Number(ratio.toPrecision(4))}`)
  const ratio = shown.join(', ') || 'ratio unknown'
  applyElement('LossyImageCompression (0028,2110) = 01', onNote, cutText(ratio, 60))
}

type FrameDescription = Omit<DicomSlice, 'file' | 'layout' | 'frame' | 'read'>

/** Returns what describes a frame: by its own groups, or by the vectors of a classic file. */
function createDescription(
  data: DataSet,
  layout: PixelLayout,
  onNote: (sentence: string) => void,
): (frame: number) => FrameDescription {
  const number = readNumbers(data, 'x00200013')[0] ?? 0
  const tiles = readTiles(data, layout)
  if (tiles || data.elements.x52009230)
    return (frame) => {
      const sets = listSets(data, frame)
      return {
        place: readPlace(sets, onNote),
        isMoment: false,
        moment: first(sets, (set) => set.uint32('x00209128')) ?? 0,
        number,
        values: readValues(sets, layout),
        segment: first(sets, (set) => set.uint16('x0062000b')) ?? tiles?.[frame]?.segment,
        tile: tiles?.[frame],
      }
    }
  const sets = listSets(data, 0)
  const place = readPlace(sets, onNote)
  const values = readValues(sets, layout)
  if (layout.frames === 1) return () => ({ place, values, number, isMoment: false, moment: 0 })
  const { offsets, moments, areSlices } = readFrameOrder(data, layout.frames, place)
  const step = place.between ?? place.thickness
  const isGuessed = areSlices && !offsets && step !== undefined
  if (isGuessed)
    onNote(`Its frames have one position: they are taken for slices, ${Math.abs(step)} mm apart.`)
  return (frame) => ({
    place: areSlices && !offsets && !isGuessed ? { ...place, position: [] } : place,
    offset: offsets ? offsets[frame] : isGuessed ? step * frame : undefined,
    isMoment: !areSlices,
    moment: moments?.[frame] ?? 0,
    number,
    values,
  })
}

/** A compressed element has no length: it ends with the file, or what is behind it. */
function toPixels({ data, bytes }: DicomElements): Uint8Array {
  const element = data.elements.x7fe00010 ?? data.elements.x7fe00008 ?? data.elements.x7fe00009
  if (!element) return new Uint8Array()
  return bytes.subarray(element.dataOffset, element.dataOffset + element.length)
}
