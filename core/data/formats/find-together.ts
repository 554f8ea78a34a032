/** Files of a folder that are one content: an image of OME-Zarr, or a series of DICOM. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { explainUnknown, findFormat, listFormats } from './find-format.ts'
import type { DecodeContext, FolderFile, VolumeSeries } from './format.ts'
import { isGzip } from './inflate.ts'
import { refuse, requireWithin, showName } from './refusal.ts'
import { countMghRow, isGiftiSurface, isOfValues } from './surface/is-surface.ts'
import { zarrFormat } from './zarr/zarr-format.ts'
import { zarrNames } from './zarr/zarr-names.ts'

const headBytes = 1024
/** Headers of NIfTI, NRRD and MetaImage, whose samples are in a file beside them. */
const detachedHeader = /[.](hdr|nhdr|mhd)([.]gz)?$/i

/** Several files that are one specimen. */
export interface FoundTogether {
  readonly subject: string
  decode(): Promise<Result | VolumeSeries>
}

/** Returns what files are together, or the only one of a known format. @throws `format.unknown` */
export async function findTogether(
  files: readonly FolderFile[],
  context: DecodeContext,
): Promise<FoundTogether | FolderFile> {
  if (files.some(({ path }) => zarrNames.has(path.slice(path.lastIndexOf('/') + 1)))) {
    const { decode } = await zarrFormat.load()
    return { subject: `The folder, as ${zarrFormat.name}`, decode: async () => await decode(files, context) }
  }
  const known: FolderFile[] = []
  const packed = new Set<FolderFile>()
  const slices: FolderFile[] = []
  let advice: string | undefined
  for (const file of files) {
    const head = await file.read(0, Math.min(headBytes, file.size))
    const format = findFormat(head, file.path)
    if (isGzip(head)) packed.add(file)
    if (isGzip(head) || format) known.push(file)
    else advice ??= explainUnknown(head, file.path)
    if (format?.name === 'DICOM') slices.push(file)
  }
  if (slices.length > 1) {
    const { decodeSeries } = await import('./dicom/dicom.ts')
    const subject = `${slices.length} files, as DICOM`
    return { subject, decode: () => decodeSeries(readEach(slices, context), context) }
  }
  const surface = await findSurface(known)
  if (surface) return surface
  const [header, otherHeader] = files.filter(({ path }) => detachedHeader.test(path))
  const isAlone = known.every((file) => file === header || packed.has(file))
  if (header && !otherHeader && isAlone) return header
  const [first, second] = known
  if (first && !second && slices.length === 0) return first
  if (first && !second) {
    const { decodeDicom } = await import('./dicom/dicom.ts')
    const decode = async () => await decodeDicom(await readFile(first, context.byteLimit), context)
    return { subject: `${showName(first.path)}, as DICOM`, decode }
  }
  const found = known.slice(0, 3).map(({ path }) => showName(path))
  throw new SpecimenError(
    'format.unknown',
    first
      ? `These ${known.length} files (${found.join(', ')}, …) do not belong together; open one of them.`
      : (advice ?? `None of these ${files.length} files can be shown. Known are ${listFormats()}.`),
  )
}

/** Returns the only surface among files that else are values of its vertices, or values without one. */
async function findSurface(known: readonly FolderFile[]): Promise<FolderFile | undefined> {
  const surfaces: FolderFile[] = []
  for (const file of known) {
    const head = await file.read(0, Math.min(headBytes, file.size))
    const format = findFormat(head, '')?.name
    if (countMghRow(head) > 0) continue
    if (format !== 'FreeSurfer surface' && format !== 'GIFTI') return undefined
    const isSurface = format === 'GIFTI' ? await isGiftiSurface(file) : !isOfValues(head, file.size)
    if (isSurface) surfaces.push(file)
  }
  return surfaces.length > 1 ? undefined : (surfaces[0] ?? known[0])
}

/** Returns what the files of an archive are together. @throws `file.undecodable` where they are not one */
export async function decodeFolder(
  files: readonly FolderFile[],
  context: DecodeContext,
): Promise<Result | VolumeSeries> {
  const found = await findTogether(files, context)
  if ('decode' in found) return await found.decode()
  throw refuse('An archive must hold one folder of OME-Zarr or DICOM; unpack it and open a file.')
}

async function* readEach(files: readonly FolderFile[], { byteLimit }: DecodeContext) {
  for (const file of files) yield { path: file.path, bytes: await readFile(file, byteLimit) }
}

/** Returns the bytes of a file. @throws `file.undecodable` above the limit */
export async function readFile({ path, size, read }: FolderFile, byteLimit: number): Promise<Uint8Array> {
  requireWithin(showName(path), size, byteLimit)
  return await read()
}
