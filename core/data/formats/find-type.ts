/** The kind of a file's content by its beginning, for hosts, which list a file without decoding it. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { type ResultType, resultTypes } from '../../contract/domain/result/result.ts'
import { createDecodeContext } from './decode-context.ts'
import { explainUnknown, findFormat } from './find-format.ts'
import type { KnownFormat } from './formats.ts'
import { inflateStart, isGzip } from './inflate.ts'
import { decodeTableStart } from './mesh/table/table.ts'
import { isOfValues, requireGrid } from './surface/is-surface.ts'
import { refuseValuesAlone } from './surface/values-beside.ts'
import { skipByteOrderMark } from './text-lines.ts'
import { findTiffType } from './tiff/find-tiff-type.ts'
import { isMetaPicture } from './volume/metaimage/metaimage.ts'
import { parseNpyHeader } from './volume/npy/npy.ts'
import { isNrrdPicture } from './volume/nrrd/nrrd-axes.ts'

/** A file of which parts are read. */
export interface ReadableFile {
  readonly name: string
  readonly size: number
  /** Returns the bytes from `start` on, fewer at the end. */
  readonly read: (start: number, byteLength: number) => Promise<Uint8Array>
}

const partBytes = 2 ** 14
/** Bytes that are inflated of the beginning of a compressed file. */
const inflatedBytes = 2 ** 16
/** Bytes within which the pixels of nearly all files of DICOM begin. */
const largePartBytes = 2 ** 22
const giftiValues = /[.](func|shape|label|time)[.]gii$/i
const latin = new TextDecoder('latin1')

/**
 * Returns a file's likely kind by some kilobytes, and notes what these show to be left out.
 * @throws `format.unknown` with a way, `file.undecodable`
 */
export async function findType(
  { name, size, read }: ReadableFile,
  onNote: (sentence: string) => void = () => {},
): Promise<ResultType> {
  const start = await read(0, partBytes)
  const isPacked = isGzip(start)
  const head = skipByteOrderMark(isPacked ? inflateStart(start, inflatedBytes) : start)
  const plainName = isPacked ? name.replace(/[.]gz$/i, '') : name
  const format = findFormat(head, plainName)
  if (!format) throw new SpecimenError('format.unknown', explainUnknown(head, plainName))
  const content = isPacked
    ? {
        name: plainName,
        size: head.length,
        read: async (start: number, length: number) => head.subarray(start, start + length),
      }
    : { name, size, read }
  return (await finders[format.name]?.(head, content, onNote)) ?? format.types[0] ?? 'mesh'
}

/** Returns the kind of a file by its beginning; undefined for the usual one of its format. */
type FindType = (
  head: Uint8Array,
  file: ReadableFile,
  onNote: (sentence: string) => void,
) => ResultType | undefined | Promise<ResultType | undefined>

/** The name of a format that lists several kinds. */
type NameOfSeveral = Extract<
  KnownFormat,
  { readonly types: readonly [ResultType, ResultType, ...ResultType[]] }
>['name']

/** Each format of several kinds has its line, and one of which some files are refused. */
const finders: { readonly [Name in NameOfSeveral]: FindType } & {
  readonly [Name in KnownFormat['name']]?: FindType
} = {
  'glTF binary': (head) => findGltfType(latin.decode(head)),
  PLY: (head) => {
    const text = latin.decode(head)
    const has = (names: string): boolean => new RegExp(`\\belement (${names}) 0*[1-9]`).test(text)
    return has('face|tristrips') ? 'mesh' : has('edge') ? 'lines' : 'point_cloud'
  },
  OBJ: async (head, { size, read }) => {
    const tail = await read(Math.max(0, size - partBytes), partBytes)
    const has = (record: RegExp): boolean => [head, tail].some((part) => record.test(latin.decode(part)))
    return has(/^f\s/m) ? 'mesh' : has(/^l\s/m) ? 'lines' : 'point_cloud'
  },
  OFF: (head) => {
    const [, faces] = /OFF(?:\s|#[^\n]*\n)*\d+(?:\s|#[^\n]*\n)+(\d+)/.exec(latin.decode(head)) ?? []
    return Number(faces) === 0 ? 'point_cloud' : 'mesh'
  },
  VTK: async (head, { size, read }) => {
    const tail = await read(Math.max(0, size - partBytes), partBytes)
    const text = latin.decode(head) + latin.decode(tail)
    if (/DATASET\s+STRUCTURED_POINTS|type\s*=\s*"ImageData"/i.test(text)) return 'volume'
    if (/POLYGONS|TRIANGLE_STRIPS|NumberOf(Polys|Strips)\s*=\s*"[1-9]/i.test(text)) return 'mesh'
    return /\bLINES\s+\d|NumberOfLines\s*=\s*"[1-9]/i.test(text) ? 'lines' : 'point_cloud'
  },
  envelope: (head) => {
    const [, type] = /"type"\s*:\s*"(\w+)"/.exec(latin.decode(head)) ?? []
    return resultTypes.find((name) => name === type)
  },
  'FreeSurfer surface': requireSurface,
  GIFTI: requireSurface,
  MGH: (head) => {
    requireGrid(head)
    return 'volume'
  },
  NRRD: (head) => (isNrrdPicture(head) ? 'image' : 'volume'),
  MetaImage: (head) => (isMetaPicture(head) ? 'image' : 'volume'),
  NPY: (head) => {
    const { shape, dtype } = parseNpyHeader(latin.decode(head.subarray(10)))
    const [, , channels] = shape
    const isPicture = shape.length === 2 || (shape.length === 3 && (channels === 3 || channels === 4))
    if (isPicture && /^uint(8|16)$/.test(dtype)) return 'image'
    return shape.length === 2 && shape[1] === 3 && /^(float|u?int64)/.test(dtype) ? 'point_cloud' : 'volume'
  },
  // The rows of the beginning must hold: tables without points are many.
  CSV: (head, { size }, onNote) => {
    const end = head.length < size ? head.lastIndexOf(0x0a) + 1 : head.length
    return decodeTableStart(head.subarray(0, end), createDecodeContext({ byteLimit: partBytes ** 2, onNote }))
      .type
  },
  DICOM: async (head, { size, read }) => {
    const { findDicomType } = await import('./dicom/find-dicom-type.ts')
    // A compressed file may go on where its beginning fills its part.
    const isWhole = size <= largePartBytes && size !== inflatedBytes
    const type = await findDicomType(head, isWhole && head.length >= size)
    return type ?? (await findDicomType(await read(0, Math.min(size, largePartBytes)), isWhole))
  },
  TIFF: (_, { read }) => findTiffType(read),
  // The file of a scene of this program stands before the model.
  '3MF': (head) => (/Metadata\/scene[.]json/.test(latin.decode(head)) ? 'scene' : 'mesh'),
  tar: () => 'volume',
}

/** Each primitive has its attributes, and a mode where it has no triangles. */
function findGltfType(text: string): ResultType {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const [, said] = /"extras"\s*:\s*{\s*"type"\s*:\s*"(arrows|scene)","/.exec(text) ?? []
  if (said === 'arrows' || said === 'scene') return said
  if (count(/"mode"\s*:\s*0\b/g) > 0) return 'point_cloud'
  const lines = count(/"mode"\s*:\s*[123]\b/g)
  return lines > 0 && lines === count(/"attributes"\s*:/g) ? 'lines' : 'mesh'
}

/** Values alone are named as such where files are listed. @throws `file.undecodable` */
function requireSurface(head: Uint8Array, { name, size }: ReadableFile): undefined {
  const isSurface = /"NIFTI_INTENT_(POINTSET|TRIANGLE)"/.test(latin.decode(head))
  if (isOfValues(head, size) || (!isSurface && giftiValues.test(name))) throw refuseValuesAlone(head)
}
