import { createHash } from 'node:crypto'
import { type DataForm, dataForms } from '../../../contract/domain/result/forms.ts'
import type { Result, VolumeResult } from '../../../contract/domain/result/result.ts'
import { fitsEnvelope, openWhole, type StoredResult } from '../../../contract/domain/result/stored-result.ts'
import { readView } from '../../../contract/look/view-text.ts'
import type { Words } from '../../../contract/text/words.ts'
import { formatNotes } from '../../../contract/wire/notes-header.ts'
import { listFormNotes } from '../../../data/encoding/form-notes.ts'
import { withAxes } from '../../../data/encoding/with-axes.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { SharedThing } from '../../account/ledger.ts'
import { chooseForm, type FormWish, toMediaType } from './choose-form.ts'
import { followEnvelope, followHeaded } from './follow-arrival.ts'
import { encodeDrawable } from './legacy-client.ts'
import { type FormReader, makeFacts, makeFile, openTyped } from './make-form.ts'

/** The envelope's name in the interface. */
export const envelopeMediaType = dataForms.envelope.mediaType

/** Bytes of two pieces as the encoder makes them: of a small result, and at most. */
const leastPieceBytes = 2 ** 15
const mostPieceBytes = 2 ** 21

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
  /**
   * Makes the bytes; not called when the client has them already.
   * @throws `result.lost`, `host.busy`, `run.cancelled` when the reader has left
   */
  encode(reader: FormReader): Promise<Encoded>
}

/** The bytes of a form, as far as they have arrived. */
export interface Encoded {
  readonly parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]
  readonly length: number | undefined
  /** A whole file, which is in memory beside the result, once for all who wait for it. */
  readonly file?: SharedThing
}

/** Returns the result's JSON, streamed from a thread. */
export function representJson(entry: StoredResult, encoder: Encoder): Representation {
  const encode = async (reader: FormReader): Promise<Encoded> => {
    const { result } = await openWhole(entry)
    return { parts: encoder.encodePieces(result, 'json', reader), length: undefined }
  }
  return represent(entry, { ...inPieces(entry), mediaType: dataForms.json.mediaType, encode })
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
  { form, envelopeType, name, words = {}, isLegacy }: WantedForm & { readonly form: DataForm },
  encoder: Encoder,
): DescribedForm {
  const { axes, view = '' } = words
  const of = { mediaType: toMediaType(form, envelopeType), ownBytes: 0 }
  const encodeWith =
    (encode: (result: Result, reader: FormReader) => Encoded | Promise<Encoded>) =>
    async (reader: FormReader) =>
      await encode(await openTyped(entry), reader)
  switch (form) {
    case 'envelope':
      if (isLegacy && entry.type === 'volume') {
        const encode = encodeWith((result) => encodeDrawable(result as VolumeResult)) // as its entry says
        return { ...inPieces(entry), ...of, id: `${entry.id}.drawable`, encode }
      }
      return { ...of, encode: async () => followEnvelope(await entry.open()) }
    case 'nrrd':
    case 'nifti':
    case 'npy': {
      const id = form === 'npy' ? entry.id : tagText(entry.id, axes)
      return { ...of, id, encode: async () => followHeaded(await entry.open(), { form, axes }) }
    }
    case 'glb':
    case 'png':
    case '3mf':
    case 'usdz': {
      const display = readView(view)
      const { creaseAngle, up } = display
      const texts = {
        glb: JSON.stringify([name, axes, creaseAngle, up]),
        '3mf': axes,
        usdz: JSON.stringify([axes, view]),
        png: undefined,
      }
      const id = tagText(entry.id, texts[form])
      const file = { form, name, display, axes, encoder }
      const encode = async (reader: FormReader): Promise<Encoded> => {
        const parts = await makeFile(entry, file, reader)
        const length = parts.reduce((total, { byteLength }) => total + byteLength, 0)
        return { parts, length, file: { key: parts, amount: length } }
      }
      return { ...of, id, isCompressed: true, encode }
    }
    default: {
      // A catalog has the words beside JSON; a file goes alone.
      const own = form === 'json' ? undefined : axes
      const encode = encodeWith((result, reader) => {
        return { parts: encoder.encodePieces(withAxes(result, own), form, reader), length: undefined }
      })
      return { ...of, ...inPieces(entry), id: tagText(entry.id, own), encode }
    }
  }
}

/** Returns an id that includes a text of the specimen: it is among the bytes and may change with a reload. */
function tagText(id: string, text: string | undefined): string {
  return text ? `${id}.${createHash('sha256').update(text).digest('hex').slice(0, 12)}` : id
}

/** The memory of a form that is written in pieces, of which a thread makes one ahead. */
function inPieces({ bytes }: StoredResult): Pick<Representation, 'ownBytes'> {
  return { ownBytes: Math.min(mostPieceBytes, 16 * bytes + leastPieceBytes) }
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
