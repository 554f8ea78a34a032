import type { ResultType } from '../../domain/result/result.ts'
import { parsePreferences } from '../request/preferences.ts'
import { envelopeMediaType, glbMediaType, listMediaTypes, pngMediaType } from './represent.ts'

/** The wish of a client for a static specimen: the file, the result in it, or the result if there is one. */
export type FileWish = 'file' | 'result' | 'result or file'

/** Requests the bytes of the file, as any media type. */
const anyFile = 'application/octet-stream'
/** Browsers name these types for all pictures. */
const everyday: readonly string[] = [glbMediaType, pngMediaType]

/** Returns the wish of a request: the result where `Accept` prefers a form of it by name, else the file. */
export function readFileWish(
  accept: string | undefined,
  {
    type,
    fileMediaType,
    envelopeType,
  }: { readonly type: ResultType; readonly fileMediaType: string; readonly envelopeType: string },
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
