/** The choice of a form by `Accept`: of a result, and between a static specimen's file and what is in it. */

import { SpecimenError } from '../../../contract/domain/errors.ts'
import { type DataForm, dataForms, formNames } from '../../../contract/domain/result/forms.ts'
import type { MemberedResult } from '../../../contract/domain/result/held-members.ts'
import { kinds } from '../../../contract/domain/result/kinds.ts'
import type { ResultType } from '../../../contract/domain/result/result.ts'
import { fitsEnvelope } from '../../../contract/domain/result/stored-result.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { parsePreferences } from '../request/preferences.ts'

/** Requests the bytes of the file, as any media type. */
const anyFile = 'application/octet-stream'
/** Browsers name these types for all pictures. */
const everyday: readonly string[] = [dataForms.glb.mediaType, dataForms.png.mediaType]
const shownLength = 200

/** The form that a request asks for. */
export interface FormWish {
  /** The header, or that of the form named in `format`. */
  readonly accept: string | undefined
  /** The name of a form in the query or the body, where the request has one. */
  readonly format?: string | undefined
  /** The host's name for the envelope. */
  readonly envelopeType: string
}

/** Returns the `Accept` of a request that names its form in `format`. @throws `request.invalid` */
export function readFormat(format: string): string {
  const found = formNames.find((name) => name === format.toLowerCase())
  if (found) return dataForms[found].mediaType
  const names = formNames.join(', ')
  const detail = `format must be one of ${names} (got ${JSON.stringify(cutText(format, shownLength))}).`
  throw new SpecimenError('request.invalid', detail)
}

/** Returns the media type of a form, with the host's name for the envelope. */
export function toMediaType(form: DataForm, envelopeType: string): string {
  return form === 'envelope' ? envelopeType : dataForms[form].mediaType
}

/** A host may rename the envelope; the interface's name remains valid. */
function listNames(form: DataForm, envelopeType: string): readonly string[] {
  const { mediaType } = dataForms[form]
  return form === 'envelope' ? [envelopeType.toLowerCase(), mediaType] : [mediaType]
}

/**
 * Returns the named form with the highest q, the kind's default when none is named. Many clients name JSON
 * out of habit, so it is sent only where it is preferred to a wildcard. The envelope has no place for the
 * colours and scalars of a mesh and for texts, so a client that accepts JSON too gets a result with them as
 * JSON.
 * @throws `form.unavailable` for an `Accept` that names only other media types
 */
export function chooseForm(result: MemberedResult, wish: FormWish): DataForm {
  const { type } = result
  const { accept, envelopeType } = wish
  const forms: readonly [DataForm, ...DataForm[]] = kinds[type].forms
  if (accept === undefined) return forms[0]
  const ranges = parsePreferences(accept)
  const qOf = (form: DataForm): number => {
    const names = listNames(form, envelopeType)
    return Math.max(
      0,
      ...ranges.filter((range) => names.some((name) => matches(range.name, name))).map(({ q }) => q),
    )
  }
  const isAny = ranges.some(({ name, q }) => q > 0 && (name === '*/*' || name === anyFile))
  if (!isAny && ranges.some(isNamed) && !forms.some((form) => qOf(form) > 0))
    throw unavailableError(`A ${type} comes`, type, wish)
  const qByName = (name: string): number => ranges.find((range) => range.name === name)?.q ?? 0
  const isPreferred = qByName(dataForms.json.mediaType) > qByName('*/*')
  const isDefault = forms[0] === 'json'
  const allowed = forms.filter((form) => form !== 'json' || isDefault || isPreferred)
  const best = allowed.reduce((best, form) => (qOf(form) > qOf(best) ? form : best), forms[0])
  const takesJson = isPreferred || (isDefault && (isAny || qOf('json') > 0))
  return best === 'envelope' && takesJson && !fitsEnvelope(result) ? 'json' : best
}

function matches(range: string, form: string): boolean {
  return range === form || (range.endsWith('/*') && range !== '*/*' && form.startsWith(range.slice(0, -1)))
}

function isNamed({ name, q }: { readonly name: string; readonly q: number }): boolean {
  return q > 0 && name !== ''
}

function unavailableError(
  subject: string,
  type: ResultType,
  { accept = '', format, envelopeType }: FormWish,
): SpecimenError {
  const { forms } = kinds[type]
  if (format !== undefined) {
    const found = `${subject} as ${forms.join(', ')}, and not as "${format}"`
    const part = type === 'scene' ? ' A part alone comes in the forms of its kind: add part=NAME.' : ''
    return new SpecimenError('form.unavailable', `${found}. Name one of these as the format.${part}`)
  }
  const types = forms.map((form) => `${toMediaType(form, envelopeType)} (${form})`)
  const found = `Accept names ${JSON.stringify(cutText(accept, shownLength))} only`
  const remedy = `as ${types.join(', ')}; name one of these in Accept, or by its short name in format`
  return new SpecimenError('form.unavailable', `${subject} ${remedy}. ${found}.`)
}

/** The wish of a client for a static specimen: the file, the result in it, or the result if there is one. */
export type FileWish = 'file' | 'result' | 'result or file'

/** A static specimen, as far as the choice concerns it. */
interface SpecimenFile {
  readonly type: ResultType
  readonly fileMediaType: string
}

/**
 * Returns the wish of a request: the result where `Accept` prefers a form of it by name, else the file, which
 * is sent for foreign media types too.
 * @throws `form.unavailable` for an `Accept` that names only forms of other kinds
 */
export function readFileWish(wish: FormWish, { type, fileMediaType }: SpecimenFile): FileWish {
  const { accept, envelopeType } = wish
  const ranges = parsePreferences(accept ?? '*/*')
  const [mainType = ''] = fileMediaType.split('/', 1)
  const [ownType = ''] = fileMediaType.split(';', 1)
  const fileRanges = ['*/*', `${mainType}/*`, ownType, anyFile]
  const qOf = (names: readonly string[]): number =>
    Math.max(0, ...ranges.filter(({ name }) => names.includes(name)).map(({ q }) => q))
  const ofFile = qOf(fileRanges)
  const forms = kinds[type].forms
    .flatMap((form) => listNames(form, envelopeType))
    .filter((form) => form !== ownType && !(ofFile > 0 && everyday.includes(form)))
  const ofForms = qOf(forms)
  const isForm = (name: string): boolean => formNames.some((form) => dataForms[form].mediaType === name)
  if (accept !== undefined && ofFile + ofForms === 0 && ranges.some(({ name, q }) => q > 0 && isForm(name)))
    throw unavailableError(`The file is ${ownType}, and what is in it comes`, type, wish)
  if (ofForms <= ofFile) return 'file'
  return ofFile > 0 ? 'result or file' : 'result'
}
