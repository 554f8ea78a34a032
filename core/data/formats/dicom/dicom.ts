import type { ImageResult, Result } from '../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader, VolumeSeries } from '../format.ts'
import { refuse, requireWithin, showName } from '../refusal.ts'
import { notePlace, toImage, toPlace } from '../volume/array-volume.ts'
import { type DicomContent, type DicomSlice, isPicture, isSegmentation, readDicomFile } from './dicom-file.ts'
import { dicomTags } from './dicom-tags.ts'
import { toRefusal } from './elements.ts'
import { explainNone, type FoundKind, listKinds } from './other-kinds.ts'
import { FrameDecoder } from './pixels/decode-frame.ts'
import type { SlicePlace } from './place.ts'
import { toSegments } from './segmentation.ts'
import { groupSeries } from './series.ts'
import type { Stack } from './stack.ts'
import { toTiledPicture } from './tiled-picture.ts'
import { measureSlice, toVolumes } from './volume.ts'

/** Its decoder, and the tags by which it works. */
export const dicomReader: FormatReader = { decode: decodeDicom, tags: dicomTags }

/** Returns the volumes of a DICOM file, or its image where it has one of 8 or 16 bits or of colours. */
export async function decodeDicom(bytes: Uint8Array, context: DecodeContext): Promise<Result | VolumeSeries> {
  const { slices, kind } = await readDicomFile(bytes, context)
  const [first, ...rest] = slices
  if (!first) throw refuse(kind?.says ?? 'There are no pixels in it.')
  const { file, layout, tile } = first
  if (tile || !isPicture(file.data, layout)) return await toResult([first, ...rest], context)
  for (const note of file.notes) context.onNote(note)
  if (rest.length > 0)
    context.onNote(`This is the first of ${layout.frames} pictures in colours; the others are left out.`)
  notePicturePlace(first.place, context)
  return await readPicture(first)
}

/** Notes lengths of pixels in the patient, and the place of the picture there. */
function notePicturePlace(
  { position, orientation, steps, isLength }: SlicePlace,
  context: DecodeContext,
): void {
  const [down = 1, right = 1] = isLength ? steps : []
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0] = orientation
  const ways = [[a, b, c].map((part) => part * right), [d, e, f].map((part) => part * down)]
  const grid = toPlace(ways, { first: position.length === 3 ? position : undefined })
  if (grid) notePlace(isLength ? { ...grid, unit: 'mm' } : grid, context)
}

/** Returns a picture; single bits are black and white. */
async function readPicture({ layout, read }: DicomSlice): Promise<ImageResult> {
  const { width, height, channels, bitsAllocated } = layout
  const samples = (await read()).slice()
  const image = toImage(
    { width, height, channels },
    bitsAllocated === 1 ? samples.map((bit) => 255 * bit) : samples,
  )
  if (!image) throw refuse(`A picture must have samples of 8 or 16 bits (got ${layout.dtype}).`)
  return image
}

/** A file of a series. */
export interface SeriesFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/**
 * Returns the volumes of the largest series in some files: slices by their place along the normal of the
 * image plane, and several at the same place as further volumes, in the order of their numbers. Files that
 * cannot be read, other series and copies are left out, and notes say so.
 * @throws `file.undecodable`, which names the first file, where none can be read
 */
export async function decodeSeries(
  files: AsyncIterable<SeriesFile>,
  context: DecodeContext,
): Promise<Result | VolumeSeries> {
  const slices: DicomSlice[] = []
  const refusals: string[] = []
  const decoder = new FrameDecoder(context)
  let total = 0 // bytes of the files, and of what their compressed slices come to
  let count = 0
  const withoutPixels: (FoundKind | undefined)[] = []
  for await (const { path, bytes } of files) {
    count++
    total += bytes.length
    requireWithin('The files', total, context.byteLimit)
    const found = await readSlices(bytes, context, decoder).catch((error: unknown) => {
      refusals.push(`${showName(path)}: ${toRefusal(error).message}`)
      return null
    })
    if (found?.slices.length === 0) withoutPixels.push(found.kind)
    for (const slice of found?.slices ?? []) {
      if (slice.file.isCompressed) total += measureSlice(slice)
      slices.push(slice)
    }
  }
  const [refusal] = refusals
  const [first, ...rest] = slices
  if (!first) throw refuse(refusal ?? explainNone(count, withoutPixels))
  if (refusal) {
    const are = refusals.length === 1 ? 'is' : 'are'
    context.onNote(`${refusals.length} of ${count} files cannot be read and ${are} left out. ${refusal}`)
  }
  if (withoutPixels.length > 0)
    context.onNote(`${withoutPixels.length} of ${count} files have no pixels${listKinds(withoutPixels)}.`)
  const chosen = groupSeries([first, ...rest], context.onNote)
  return await toResult(chosen[0].tile ? chooseTiles(chosen, context) : chosen, context)
}

/** Returns the slices of a file; compressed ones are decoded at once, as a damaged file is left out. */
async function readSlices(
  bytes: Uint8Array,
  context: DecodeContext,
  decoder: FrameDecoder,
): Promise<DicomContent> {
  const slices: DicomSlice[] = []
  const { kind, slices: found } = await readDicomFile(bytes, context, decoder)
  for (const slice of found) {
    if (slice.file.isCompressed) context.take('A decoded slice', measureSlice(slice))
    const samples = slice.file.isCompressed ? await slice.read() : undefined
    slices.push(samples ? { ...slice, read: async () => samples } : slice)
  }
  return { slices, kind }
}

/** Returns the tiles of the first file: each file is a picture of its own. */
function chooseTiles(slices: Stack, { onNote }: DecodeContext): Stack {
  const [first, ...rest] = slices
  const files = new Set(slices.map(({ file }) => file))
  if (files.size > 1)
    onNote(`Its tiles are in ${files.size} files, each a picture of its own: this is the first.`)
  return [first, ...rest.filter(({ file }) => file === first.file)]
}

async function toResult(slices: Stack, context: DecodeContext): Promise<Result | VolumeSeries> {
  const [{ file, layout, tile, place }] = slices
  for (const note of new Set(slices.flatMap((slice) => slice.file.notes))) context.onNote(note)
  if (layout.channels !== 1 && !tile)
    throw refuse(
      `Slices of a volume must be grey (got ${slices.length} pictures in colours); open one of them.`,
    )
  if (isSegmentation(file.data)) return await toSegments(slices, context)
  if (!tile) return await toVolumes(slices, context)
  if (isPicture(file.data, layout)) notePicturePlace(place, context)
  return await toTiledPicture(slices, context)
}
