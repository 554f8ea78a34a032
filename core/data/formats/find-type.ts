/** The kind of a file's content by its beginning, for hosts, which list a file without decoding it. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { type ResultType, resultTypes } from '../../contract/domain/result/result.ts'
import { createDecodeContext } from './decode-context.ts'
import { explainUnknown, findFormat } from './find-format.ts'
import type { KnownFormat } from './formats.ts'
import { decodeTableStart } from './mesh/table/table.ts'
import { mostBytes, openContent, type ReadableFile, startBytes } from './readable-file.ts'
import { findMghType, requireSurface } from './surface/require-surface.ts'
import { skipByteOrderMark } from './text-lines.ts'
import { findTiffType } from './tiff/find-tiff-type.ts'
import { isMetaPicture } from './volume/metaimage/metaimage.ts'
import { parseNpyHeader } from './volume/npy/npy.ts'
import { isNrrdPicture } from './volume/nrrd/nrrd-axes.ts'

const none = new Uint8Array()
const latin = new TextDecoder('latin1')

/**
 * Returns a file's likely kind by some kilobytes, and notes what these show to be left out.
 * @throws `format.unknown` with a way, `file.undecodable`
 */
export async function findType(
  file: ReadableFile,
  onNote: (sentence: string) => void = () => {},
): Promise<ResultType> {
  const content = await openContent(file)
  const head = skipByteOrderMark(await content.read(0, startBytes))
  const format = findFormat(head, content.name)
  if (!format) throw new SpecimenError('format.unknown', explainUnknown(head, content.name))
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
  'glTF binary': async (head, { read }, onNote) => {
    const { findGltfType } = await import('./mesh/gltf/gltf-outline.ts')
    // What cannot be read is refused when it is opened; a text that is too long to be read has a mark.
    return await findGltfType(read, onNote).catch(() => readOwnMark(latin.decode(head)))
  },
  PLY: (head) => {
    const text = latin.decode(head)
    const has = (names: string): boolean => new RegExp(`\\belement (${names}) 0*[1-9]`).test(text)
    return has('face|tristrips') ? 'mesh' : has('edge') ? 'lines' : 'point_cloud'
  },
  OBJ: async (head, file) => {
    const { text, isEnd } = await readEnd(file)
    const has = (record: RegExp): boolean => record.test(latin.decode(head)) || record.test(text)
    if (has(/^f\s/m)) return 'mesh'
    return has(/^l\s/m) ? 'lines' : isEnd ? 'point_cloud' : 'mesh'
  },
  OFF: (head) => {
    const [, faces] = /OFF(?:\s|#[^\n]*\n)*\d+(?:\s|#[^\n]*\n)+(\d+)/.exec(latin.decode(head)) ?? []
    return Number(faces) === 0 ? 'point_cloud' : 'mesh'
  },
  VTK: async (head, file) => {
    const end = await readEnd(file)
    const text = latin.decode(head) + end.text
    if (/DATASET\s+STRUCTURED_POINTS|type\s*=\s*"ImageData"/i.test(text)) return 'volume'
    if (/POLYGONS|TRIANGLE_STRIPS|NumberOf(Polys|Strips)\s*=\s*"[1-9]/i.test(text)) return 'mesh'
    if (/\bLINES\s+\d|NumberOfLines\s*=\s*"[1-9]/i.test(text)) return 'lines'
    return end.isEnd ? 'point_cloud' : 'mesh'
  },
  envelope: (head) => {
    const [, type] = /"type"\s*:\s*"(\w+)"/.exec(latin.decode(head)) ?? []
    return resultTypes.find((name) => name === type)
  },
  'FreeSurfer surface': requireSurface,
  GIFTI: requireSurface,
  MGH: findMghType,
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
    return decodeTableStart(
      head.subarray(0, end),
      createDecodeContext({ byteLimit: startBytes ** 2, onNote }),
    ).type
  },
  DICOM: async (head, { size, read }) => {
    const { findDicomType } = await import('./dicom/find-dicom-type.ts')
    const isWhole = size <= mostBytes
    const type = await findDicomType(head, isWhole && head.length >= size)
    return type ?? (await findDicomType(await read(0, Math.min(size, mostBytes)), isWhole))
  },
  TIFF: (_, { read }) => findTiffType(read),
  // The file of a scene of this program stands before the model.
  '3MF': (head) => (/Metadata\/scene[.]json/.test(latin.decode(head)) ? 'scene' : 'mesh'),
  tar: () => 'volume',
}

/** Returns the kind that a file of this program has at its very beginning. */
function readOwnMark(text: string): ResultType | undefined {
  const [, said] =
    /"asset":{"generator":"specimen-host",[^}]{0,200}"extras":{"type":"(\w+)"[,}]/.exec(text) ?? []
  return resultTypes.find((type) => type === said)
}

/** Returns the text at the end of a file, or where that is not inflated, all that is. */
async function readEnd({ size, read }: ReadableFile): Promise<{ text: string; isEnd: boolean }> {
  const end = Number.isFinite(size) ? await read(Math.max(0, size - startBytes), startBytes) : none
  const isEnd = end.length > 0 || size === 0
  return { text: latin.decode(isEnd ? end : await read(0, mostBytes)), isEnd }
}
