import { createHash } from 'node:crypto'
import { kinds } from '../../domain/result/kinds.ts'
import {
  listBlocks,
  measureResult,
  type Result,
  type ResultType,
  type StoredResult,
} from '../../domain/result/result.ts'
import type { Encoder } from '../../run/encoding/encoder.ts'
import { encodeEnvelope } from '../../wire/envelope.ts'
import { parsePreferences } from '../request/preferences.ts'

/** The envelope's name in the interface. */
export const envelopeMediaType = 'application/x-service-envelope-v1'
/** The media type of results as JSON. */
export const jsonMediaType = 'application/json'
/** The media type of meshes as binary glTF. */
export const glbMediaType = 'model/gltf-binary'
/** The media type of images as PNG. */
export const pngMediaType = 'image/png'

/**
 * A result in one of its forms, as it is sent. Nothing is joined or copied: an envelope is its preamble and
 * the arrays of the result. `length` is known for all but streamed JSON.
 */
export interface Representation {
  readonly mediaType: string
  /** A strong validator of the bytes as they are: equal tags mean equal bytes. */
  readonly etag: string
  /** Bytes that compressing would have to do with, about; 0 for a form that is compressed already. */
  readonly compressibleBytes: number
  /** Makes the bytes, which a client that has them already never asks for. */
  encode(): Promise<{
    readonly parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]
    readonly length: number | undefined
  }>
}

/** Returns the result's JSON, streamed from a thread. */
export function representJson(entry: StoredResult, encoder: Encoder): Representation {
  const encode = async () => ({ parts: encoder.encodeJson(entry.result), length: undefined })
  return { ...toRepresentation(entry, jsonMediaType, encode), compressibleBytes: measureResult(entry.result) }
}

/** What `/data` knows of a request and its specimen. */
export interface DataRequest {
  /** The request's `Accept` header. */
  readonly accept: string | undefined
  /** The host's name for the envelope. */
  readonly envelopeType: string
  /** The specimen's name, for forms that hold one. */
  readonly name: string
}

/**
 * Returns the form of a result on `/data` that fits the request: meshes and volumes are envelopes, point
 * clouds and images JSON, unless the client names another form in `Accept`.
 */
export function representData(
  entry: StoredResult,
  { accept, envelopeType, name }: DataRequest,
  encoder: Encoder,
): Representation {
  const { result } = entry
  const mediaType = chooseMediaType(result, accept, envelopeType)
  if (mediaType === glbMediaType && result.type === 'mesh')
    return represent(nameEntry(entry, name), mediaType, () => encoder.encodeGlb(result, name))
  if (mediaType === pngMediaType && result.type === 'image')
    return represent(entry, mediaType, () => encoder.encodePng(result))
  if (mediaType === jsonMediaType) return representJson(entry, encoder)
  const encode = async () => {
    const parts = encodeEnvelope(result)
    return { parts, length: measure(parts) }
  }
  return { ...toRepresentation(entry, mediaType, encode), compressibleBytes: measureResult(result) }
}

/** The name is among the bytes and may be another after a reload, so it is in the tag, too. */
function nameEntry(entry: StoredResult, name: string): StoredResult {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 12)
  return { ...entry, id: `${entry.id}.${digest}` }
}

function represent(
  entry: StoredResult,
  mediaType: string,
  encode: () => Promise<Uint8Array>,
): Representation {
  return toRepresentation(entry, mediaType, async () => {
    const bytes = await encode()
    return { parts: [bytes], length: bytes.byteLength }
  })
}

function toRepresentation(
  { id }: StoredResult,
  mediaType: string,
  encode: Representation['encode'],
): Representation {
  return {
    mediaType,
    etag: `"${id}.${mediaType.replace(/[^a-z0-9]+/gi, '-')}"`,
    compressibleBytes: 0,
    encode,
  }
}

function measure(parts: readonly Uint8Array[]): number {
  return parts.reduce((total, { byteLength }) => total + byteLength, 0)
}

/** Returns the media types that `/data` has for a kind of result, its own first. */
export function listMediaTypes(type: ResultType, envelopeType: string): readonly [string, ...string[]] {
  const mediaTypes = { envelope: envelopeType, json: jsonMediaType, glb: glbMediaType, png: pngMediaType }
  const [own, ...others] = kinds[type].forms
  return [mediaTypes[own], ...others.map((form) => mediaTypes[form])]
}

/** Returns whether a result has arrays for which the envelope has no place. */
function exceedsEnvelope(result: Result): boolean {
  return listBlocks(result).some(({ form, member }) => form === 'list' && member.envelope === null)
}

/**
 * Returns the named form with the highest q, the type's own form when none is named. Wildcards and unknown
 * types never refuse: deployed clients send all sorts of `Accept`, and many name JSON beside any type at all
 * out of habit. The envelope has no place for the colours of a mesh, so a client that takes JSON, too, gets
 * such a mesh as JSON.
 */
function chooseMediaType(result: Result, accept: string | undefined, envelopeType: string): string {
  const forms = listMediaTypes(result.type, envelopeType)
  const ranges = parsePreferences(accept ?? '')
  // A host may call the envelope something else; who asks for it by the interface's name means the same.
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
  return best === envelopeType && takesJson && exceedsEnvelope(result) ? jsonMediaType : best
}

function matches(range: string, form: string): boolean {
  return (
    range === form.toLowerCase() ||
    (range.endsWith('/*') && range !== '*/*' && form.startsWith(range.slice(0, -1)))
  )
}
