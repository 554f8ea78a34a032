import { type DataForm, dataForms } from '../../../contract/domain/result/forms.ts'
import type { VolumeResult } from '../../../contract/domain/result/result.ts'
import { fitsEnvelope, openWhole, type StoredResult } from '../../../contract/domain/result/stored-result.ts'
import { readView } from '../../../contract/look/view-text.ts'
import type { Words } from '../../../contract/text/words.ts'
import { formatNotes } from '../../../contract/wire/notes-header.ts'
import { listFormNotes } from '../../../data/encoding/form-notes.ts'
import { holdsProvenance, isWritten } from '../../../data/encoding/written-forms.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { SharedThing } from '../../account/ledger.ts'
import { type FormReader, makeFacts, makeFile, measurePieces, openTyped } from '../../calls/make-form.ts'
import { chooseForm, type FormWish, toMediaType } from './choose-form.ts'
import { followArrays } from './follow-arrival.ts'
import { openWorded, tagText, toFormId } from './form-id.ts'
import { encodeDrawable } from './legacy-client.ts'

/** The envelope's name in the interface. */
export const envelopeMediaType = dataForms.envelope.mediaType

/**
 * A result in one of its forms. Nothing is joined or copied: an envelope is its preamble and the arrays of
 * the result, which may still be arriving. `length` is known for all that is not written in
 * pieces.
 */
export interface Representation {
  readonly mediaType: string
  /** A strong validator of the bytes as they are: equal tags mean equal bytes. */
  readonly etag: string
  /** The approximate number of compressible bytes; 0 for a compressed form. */
  readonly compressibleBytes: number
  /** The result that the bytes are made of, in memory until they are sent. */
  readonly source: SharedThing
  /** About the bytes that are in memory beside it while it is encoded and sent. */
  readonly ownBytes: number
  /** The header `Specimen-Notes`: the notes of the result, and what its form leaves out. */
  readonly notes?: string | undefined
  /** The name under which a browser saves it; undefined for none. */
  readonly fileName?: string | undefined
  /** Set where a part of it can be asked for. */
  readonly hasRanges?: true
  /**
   * Makes the bytes; not called when the client has them already.
   * @throws `result.lost`, `host.busy`, `run.cancelled` when the reader has left
   */
  encode(reader: FormReader): Promise<Encoded>
}

/** The place of the bytes of an answer in those of a form. */
export interface SentRange {
  /** 416 where the part that was asked for lies outside. */
  readonly status: 206 | 416
  /** The header `Content-Range`. */
  readonly contentRange: string
}

/** The bytes of a form, as far as they have arrived. */
export interface Encoded {
  readonly parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]
  readonly length: number | undefined
  /** A whole file, which is in memory beside the result, once for all who wait for it. */
  readonly file?: SharedThing
  /** Set where the bytes are a part of the form; absent for all of it. */
  readonly range?: SentRange
}

/** Returns the result's JSON, streamed from a thread. */
export function representJson(entry: StoredResult, encoder: Encoder): Representation {
  const encode = async (reader: FormReader): Promise<Encoded> => {
    const { result } = await openWhole(entry)
    return { parts: encoder.encodePieces(result, 'json', reader), length: undefined }
  }
  return represent(entry, { ownBytes: measurePieces(entry), mediaType: dataForms.json.mediaType, encode })
}

/** Returns the facts of a result, measured on a thread; `words` are those of its specimen. */
export function representFacts(entry: StoredResult, words: Words, encoder: Encoder): Representation {
  const id = tagText(`${entry.id}.facts`, JSON.stringify([words.axes, words.value]))
  const encode = async (reader: FormReader): Promise<Encoded> => {
    const body = await makeFacts(entry, { words, encoder }, reader)
    return { parts: [body], length: body.byteLength }
  }
  const form = { id, mediaType: dataForms.json.mediaType, ownBytes: 0, encode }
  return represent(entry, { ...form, isCompressed: true }) // too short to gain by it
}

/** The parameters of {@link representData}. */
export interface WantedForm extends FormWish {
  /** The specimen's name, for forms that contain one. */
  readonly name: string
  /** Those of the specimen: axes for forms that have a unit or an orientation, the view for normals. */
  readonly words?: Words | undefined
  /** The name of the file without its ending, for a browser that saves it. */
  readonly fileStem?: string | undefined
  readonly isLegacy: boolean
  /** Returns the provenance for forms that have a place for it, as JSON; nothing for none. */
  readonly provenance?: (() => string | undefined) | undefined
}

/**
 * Returns the form of a result on `/data`: the one named by `Accept`, else the kind's default.
 * @throws `form.unavailable`
 */
export function representData(entry: StoredResult, wanted: WantedForm, encoder: Encoder): Representation {
  const { fileStem } = wanted
  const form = chooseForm(entry, wanted)
  const fileName = fileStem === undefined ? undefined : fileStem + dataForms[form].ending
  const { axes } = wanted.words ?? {}
  const left = listFormNotes({ ...entry, axes }, form)
  const notes = left.length > 0 ? formatNotes([...(entry.notes ?? []), ...left]) : undefined
  const described = represent(entry, describeForm(entry, { ...wanted, form }, encoder))
  return { ...described, ...(notes && { notes }), fileName }
}

interface DescribedForm extends Pick<Representation, 'mediaType' | 'ownBytes' | 'encode'> {
  /** Identifies the bytes where the id of the result does not. */
  readonly id?: string
  readonly isCompressed?: boolean
}

function describeForm(
  entry: StoredResult,
  { form, envelopeType, name, words = {}, isLegacy, ...wanted }: WantedForm & { readonly form: DataForm },
  encoder: Encoder,
): DescribedForm {
  const { axes, view = '' } = words
  const provenance = holdsProvenance(form) ? wanted.provenance?.() : undefined
  const id = toFormId(entry.id, form, { name, axes, view, provenance })
  const of = { id, mediaType: toMediaType(form, envelopeType), ownBytes: 0 }
  if (form === 'envelope' && isLegacy && entry.type === 'volume') {
    // Its entry says that it is a volume.
    const encode = async () => encodeDrawable((await openTyped(entry)) as VolumeResult)
    return { ...of, id: `${entry.id}.drawable`, encode }
  }
  if (isWritten(form, 'whole')) {
    const file = { form, name, display: readView(view), axes, provenance, encoder }
    const encode = async (reader: FormReader): Promise<Encoded> => {
      const parts = await makeFile(entry, file, reader)
      const length = parts.reduce((total, { byteLength }) => total + byteLength, 0)
      return { parts, length, file: { key: parts, amount: length } }
    }
    return { ...of, isCompressed: true, encode }
  }
  if (isWritten(form, 'pieces')) {
    const encode = async (reader: FormReader): Promise<Encoded> => {
      const result = await openWorded(entry, form, { axes, provenance })
      return { parts: encoder.encodePieces(result, form, reader), length: undefined }
    }
    return { ...of, ownBytes: measurePieces(entry), encode }
  }
  return { ...of, encode: async () => followArrays(await entry.open(), { form, axes, provenance }) }
}

function represent(
  entry: StoredResult,
  { id = entry.id, mediaType, isCompressed = false, ownBytes, encode }: DescribedForm,
): Representation {
  return {
    mediaType,
    etag: tagForm(id, mediaType),
    compressibleBytes: isCompressed ? 0 : entry.bytes,
    source: { key: entry.id, amount: entry.bytes },
    notes: entry.notes && formatNotes(entry.notes),
    ownBytes,
    encode,
  }
}

/** Returns the validator of a result's envelope, or of its JSON where the envelope does not fit it. */
export function toEnvelopeTag(entry: StoredResult, envelopeType: string): string {
  return tagForm(entry.id, fitsEnvelope(entry) ? envelopeType : dataForms.json.mediaType)
}

function tagForm(id: string, mediaType: string): string {
  return `"${id}.${mediaType.replace(/[^a-z0-9]+/gi, '-')}"`
}
