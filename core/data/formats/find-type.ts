/** The kind of a file's content by its beginning, for hosts, which list a file without decoding it. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { type ResultType, resultTypes } from '../../contract/domain/result/result.ts'
import { createDecodeContext } from './decode-context.ts'
import { explainUnknown, findFormat, isGzip, type KnownFormat } from './find-format.ts'
import { inflateStart } from './inflate.ts'
import { decodeTableStart } from './mesh/table.ts'
import { skipByteOrderMark } from './text-lines.ts'
import { findTiffType } from './tiff/find-tiff-type.ts'
import { isMetaPicture } from './volume/metaimage.ts'
import { parseNpyHeader } from './volume/npy.ts'
import { findPicture } from './volume/nrrd-axes.ts'
import { readNrrdHeader } from './volume/nrrd-header.ts'

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
  if (!format) {
    const found = explainUnknown(head, plainName)
    throw new SpecimenError('format.unknown', `${found} A dot before its name hides it here.`)
  }
  const content = isPacked
    ? {
        name: plainName,
        size: head.length,
        read: async (start: number, length: number) => head.subarray(start, start + length),
      }
    : { name, size, read }
  return (await finders[format.name]?.(head, content, onNote)) ?? format.types[0] ?? 'mesh'
}

/** For the formats that hold several kinds. Undefined is the first of these. */
const finders: {
  readonly [Name in KnownFormat['name']]?: (
    head: Uint8Array,
    file: ReadableFile,
    onNote: (sentence: string) => void,
  ) => ResultType | undefined | Promise<ResultType | undefined>
} = {
  'glTF binary': (head) => (/"mode"\s*:\s*0\b/.test(latin.decode(head)) ? 'point_cloud' : 'mesh'),
  PLY: (head) => (/\belement (face|tristrips) 0*[1-9]/.test(latin.decode(head)) ? 'mesh' : 'point_cloud'),
  OBJ: async (head, { size, read }) => {
    const tail = await read(Math.max(0, size - partBytes), partBytes)
    return [head, tail].some((part) => /^f\s/m.test(latin.decode(part))) ? 'mesh' : 'point_cloud'
  },
  OFF: (head) => {
    const [, faces] = /OFF(?:\s|#[^\n]*\n)*\d+(?:\s|#[^\n]*\n)+(\d+)/.exec(latin.decode(head)) ?? []
    return Number(faces) === 0 ? 'point_cloud' : 'mesh'
  },
  VTK: async (head, { size, read }) => {
    const tail = await read(Math.max(0, size - partBytes), partBytes)
    const text = latin.decode(head) + latin.decode(tail)
    if (/DATASET\s+STRUCTURED_POINTS|type\s*=\s*"ImageData"/i.test(text)) return 'volume'
    return /POLYGONS|TRIANGLE_STRIPS|NumberOf(Polys|Strips)\s*=\s*"[1-9]/i.test(text) ? 'mesh' : 'point_cloud'
  },
  envelope: (head) => {
    const [, type] = /"type"\s*:\s*"(\w+)"/.exec(latin.decode(head)) ?? []
    return resultTypes.find((name) => name === type)
  },
  NRRD: (head) => (findPicture(readNrrdHeader(head)) ? 'image' : 'volume'),
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
    return (await findDicomType(head)) ?? (await findDicomType(await read(0, Math.min(size, largePartBytes))))
  },
  TIFF: (_, { read }) => findTiffType(read),
  tar: () => 'volume',
}
