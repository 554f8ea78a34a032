import type { ResultType } from '../../domain/result/result.ts'
import { parsePreferences } from '../request/preferences.ts'
import { envelopeMediaType, glbMediaType, listMediaTypes, pngMediaType } from './represent.ts'

/** What a client wants of a static specimen: the file, the result in it, or the result if there is one. */
export type FileWish = 'file' | 'result' | 'result or file'

/** What of a static specimen's data decides which forms of it there are. */
export interface FileForms {
  /** As the catalog says. */
  readonly type: ResultType
  readonly fileMediaType: string
  /** The host's name for the envelope. */
  readonly envelopeType: string
}

/** Asks for the bytes as they are, whatever they are sent as. */
const anyFile = 'application/octet-stream'
/** Browsers name these for pictures of all sorts. */
const everyday: readonly string[] = [glbMediaType, pngMediaType]

/**
 * Returns what a request asks for: the result when `Accept` names a form of it that is wanted more than the
 * file, by its whole name. Whoever takes anything, or names nothing that there is, gets the file, and so does
 * a browser's picture.
 */
export function readFileWish(
  accept: string | undefined,
  { type, fileMediaType, envelopeType }: FileForms,
): FileWish {
  const ranges = parsePreferences(accept ?? '*/*')
  const [mainType = ''] = fileMediaType.split('/', 1)
  const [ownType = ''] = fileMediaType.split(';', 1)
  const fileRanges = ['*/*', `${mainType}/*`, ownType, anyFile]
  const qOf = (names: readonly string[]): number =>
    Math.max(0, ...ranges.filter(({ name }) => names.includes(name)).map(({ q }) => q))
  const ofFile = qOf(fileRanges)
  const forms = [...listMediaTypes(type, envelopeType), envelopeMediaType]
    .map((form) => form.toLowerCase())
    .filter((form) => form !== ownType && !(ofFile > 0 && everyday.includes(form)))
  if (qOf(forms) <= ofFile) return 'file'
  return ofFile > 0 ? 'result or file' : 'result'
}
