import { createHash } from 'node:crypto'
import { kinds } from '../../domain/result/kinds.ts'
import type { Result, ResultType } from '../../domain/result/result.ts'
import {
  type Arrival,
  openWhole,
  type ResultOutline,
  type StoredResult,
} from '../../domain/result/stored-result.ts'
import type { Encoder } from '../../run/encoding/encoder.ts'
import { encodeEnvelope } from '../../wire/envelope.ts'
import { parsePreferences } from '../request/preferences.ts'
import { encodeDrawable } from './legacy-client.ts'

/** The envelope's name in the interface. */
export const envelopeMediaType = 'application/x-service-envelope-v1'
/** The media type of results as JSON. */
export const jsonMediaType = 'application/json'
/** The media type of meshes as binary glTF. */
export const glbMediaType = 'model/gltf-binary'
/** The media type of images as PNG. */
export const pngMediaType = 'image/png'

/** Bytes awaited at a time: few enough to keep both lines busy, enough to cost no time. */
const awaitedBytes = 256 * 1024

/**
 * A result in one of its forms. Nothing is joined or copied: an envelope is its preamble and the arrays of
 * the result, which may still be arriving. `length` is known for all but streamed JSON.
 */
export interface Representation {
  readonly mediaType: string
  /** A strong validator of the bytes as they are: equal tags mean equal bytes. */
  readonly etag: string
  /** The approximate number of compressible bytes; 0 for a compressed form. */
  readonly compressibleBytes: number
  /** Makes the bytes; not called when the client has them already. @throws `result.lost` */
  encode(): Promise<Encoded>
}

/** The bytes of a form, as far as they have arrived. */
export interface Encoded {
  readonly parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]
  readonly length: number | undefined
}

/** Returns the result's JSON, streamed from a thread. */
export function representJson(entry: StoredResult, encoder: Encoder): Representation {
  return represent(entry, jsonMediaType, async () => {
    const { result } = await openWhole(entry)
    return { parts: encoder.encodeJson(result), length: undefined }
  })
}

/**
 * Returns the form of a result on `/data`: the one named by `Accept`, else the kind's default. `name` is the
 * specimen's, for forms that contain one.
 */
export function representData(
  entry: StoredResult,
  wanted: {
    readonly accept: string | undefined
    readonly envelopeType: string
    readonly name: string
    readonly isLegacy: boolean
  },
  encoder: Encoder,
): Representation {
  const { accept, envelopeType, name, isLegacy } = wanted
  const mediaType = chooseMediaType(entry, accept, envelopeType)
  if (mediaType === jsonMediaType) return representJson(entry, encoder)
  if (mediaType === envelopeType && isLegacy && entry.type === 'volume') {
    return represent({ id: `${entry.id}.drawable`, bytes: entry.bytes }, mediaType, async () => {
      const { result } = await openWhole(entry)
      if (result.type === 'volume') return encodeDrawable(result)
      throw typeError(entry, result)
    })
  }
  if (mediaType === envelopeType) {
    return represent(entry, mediaType, async () => {
      const { result, arrival } = await entry.open()
      const parts = envelopeOf(result)
      return { parts: arrival ? followArrival(parts, arrival) : parts, length: measure(parts) }
    })
  }
  const isGlb = mediaType === glbMediaType
  const encode = async (): Promise<Encoded> => {
    const { result } = await openWhole(entry)
    if (isGlb && result.type === 'mesh') return toEncoded(await encoder.encodeGlb(result, name))
    if (!isGlb && result.type === 'image') return toEncoded(await encoder.encodePng(result))
    throw typeError(entry, result)
  }
  return represent({ id: isGlb ? nameId(entry.id, name) : entry.id, bytes: 0 }, mediaType, encode)
}

function typeError({ id, type }: StoredResult, result: Result): TypeError {
  return new TypeError(`the result ${id} is a ${result.type}, not the ${type} it was said to be`)
}

const envelopes = new WeakMap<Result, readonly Uint8Array[]>()

function envelopeOf(result: Result): readonly Uint8Array[] {
  const made = envelopes.get(result)
  if (made) return made
  const parts = encodeEnvelope(result)
  envelopes.set(result, parts)
  return parts
}

/**
 * Yields an envelope while its arrays arrive: the preamble at once, then pieces. The last piece is held back
 * until all bytes have been checked; when the check fails, the answer ends short of its length, so that no
 * client takes it for complete.
 */
async function* followArrival(parts: readonly Uint8Array[], arrival: Arrival): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array | undefined
  for (const [index, part] of parts.entries()) {
    for (let at = 0; at < part.byteLength; at += awaitedBytes) {
      if (kept) yield kept
      kept = part.subarray(at, at + awaitedBytes)
      if (index > 0) await arrival.readTo(kept.byteOffset + kept.byteLength)
    }
  }
  await arrival.whole
  if (kept) yield kept
}

/** The tag includes the name: it is among the bytes and may change with a reload. */
function nameId(id: string, name: string): string {
  return `${id}.${createHash('sha256').update(name).digest('hex').slice(0, 12)}`
}

function represent(
  { id, bytes }: Pick<StoredResult, 'id' | 'bytes'>,
  mediaType: string,
  encode: Representation['encode'],
): Representation {
  const etag = `"${id}.${mediaType.replace(/[^a-z0-9]+/gi, '-')}"`
  return { mediaType, etag, compressibleBytes: bytes, encode }
}

function toEncoded(bytes: Uint8Array): Encoded {
  return { parts: [bytes], length: bytes.byteLength }
}

function measure(parts: readonly Uint8Array[]): number {
  return parts.reduce((total, { byteLength }) => total + byteLength, 0)
}

/** Returns the media types of a kind of result on `/data`, its default first. */
export function listMediaTypes(type: ResultType, envelopeType: string): readonly [string, ...string[]] {
  const mediaTypes = { envelope: envelopeType, json: jsonMediaType, glb: glbMediaType, png: pngMediaType }
  const [own, ...others] = kinds[type].forms
  return [mediaTypes[own], ...others.map((form) => mediaTypes[form])]
}

/**
 * Returns the named form with the highest q, the kind's default when none is named. Wildcards and unknown
 * types never cause a refusal, as deployed clients send all sorts of `Accept`, and many name JSON out of
 * habit. The envelope has no place for the colours of a mesh, so a client that accepts JSON too gets such a
 * mesh as JSON.
 */
function chooseMediaType(
  { type, fitsEnvelope }: ResultOutline,
  accept: string | undefined,
  envelopeType: string,
): string {
  const forms = listMediaTypes(type, envelopeType)
  if (accept === undefined) return forms[0]
  const ranges = parsePreferences(accept)
  // A host may rename the envelope; the interface's name remains valid.
  const names = (form: string): string[] => (form === envelopeType ? [form, envelopeMediaType] : [form])
  const qOf = (form: string): number =>
    Math.max(
      0,
      ...ranges.filter((range) => names(form).some((name) => matches(range.name, name))).map(({ q }) => q),
    )
  const qByName = (name: string): number => ranges.find((range) => range.name === name)?.q ?? 0
  const takesJson = forms[0] === jsonMediaType || qByName(jsonMediaType) > qByName('*/*')
  const allowed = forms.filter((form) => form !== jsonMediaType || takesJson)
  const best = allowed.reduce((best, form) => (qOf(form) > qOf(best) ? form : best), forms[0])
  return best === envelopeType && takesJson && !fitsEnvelope ? jsonMediaType : best
}

function matches(range: string, form: string): boolean {
  return (
    range === form.toLowerCase() ||
    (range.endsWith('/*') && range !== '*/*' && form.startsWith(range.slice(0, -1)))
  )
}

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
