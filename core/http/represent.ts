/**
 * Representations: how a result leaves `/data`. Meshes and volumes are envelopes, point clouds and images JSON, unless the
 * client names another form in `Accept`. Nothing is joined or copied: an envelope is its preamble and the result's arrays.
 */
import type { CachedResult } from '../cache/room-cache.ts'
import type { Result } from '../domain/result.ts'
import type { Encoder } from '../run/encoder.ts'
import { encodeEnvelope } from '../wire/envelope.ts'

/** The envelope's name in the interface. */
export const envelopeMediaType = 'application/x-service-envelope-v1'
export const jsonMediaType = 'application/json'
export const glbMediaType = 'model/gltf-binary'
export const pngMediaType = 'image/png'

/** What is sent. `length` is known for all but streamed JSON. */
export interface Representation {
  readonly mediaType: string
  /** A strong validator: equal tags mean equal bytes. */
  readonly etag: string
  /** Makes the bytes, which a client that has them already never asks for. */
  open(): Promise<{ readonly parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]; readonly length: number | undefined }>
}

/** Returns the result's JSON, streamed from a thread. */
export function representJson(entry: CachedResult, encoder: Encoder): Representation {
  return toRepresentation(entry, jsonMediaType, async () => ({ parts: encoder.encodeJson(entry.result), length: undefined }))
}

/** Returns the form of a result on `/data` that fits the request's `Accept` header. */
export function representData(
  entry: CachedResult,
  accept: string | undefined,
  encoder: Encoder,
  envelopeType: string,
): Representation {
  const { result } = entry
  const mediaType = chooseMediaType(result.type, accept, envelopeType)
  if (mediaType === glbMediaType && result.type === 'mesh') return represent(entry, mediaType, () => encoder.encodeGlb(result))
  if (mediaType === pngMediaType && result.type === 'image') return represent(entry, mediaType, () => encoder.encodePng(result))
  if (mediaType === jsonMediaType) return representJson(entry, encoder)
  return toRepresentation(entry, mediaType, async () => {
    const parts = encodeEnvelope(result)
    return { parts, length: measure(parts) }
  })
}

function represent(entry: CachedResult, mediaType: string, encode: () => Promise<Uint8Array>): Representation {
  return toRepresentation(entry, mediaType, async () => {
    const bytes = await encode()
    return { parts: [bytes], length: bytes.byteLength }
  })
}

function toRepresentation({ id }: CachedResult, mediaType: string, open: Representation['open']): Representation {
  return { mediaType, etag: `"${id}.${mediaType.replace(/[^a-z0-9]+/gi, '-')}"`, open }
}

function measure(parts: readonly Uint8Array[]): number {
  return parts.reduce((total, { byteLength }) => total + byteLength, 0)
}

/** Returns the forms that `/data` has for a type, its own first. */
export function listMediaTypes(type: Result['type'], envelopeType: string): readonly [string, ...string[]] {
  switch (type) {
    case 'mesh':
      return [envelopeType, glbMediaType, jsonMediaType]
    case 'volume':
      return [envelopeType, jsonMediaType]
    case 'point_cloud':
      return [jsonMediaType, envelopeType]
    case 'image':
      return [jsonMediaType, envelopeType, pngMediaType]
  }
}

/**
 * Returns the named form with the highest q, the type's own form when none is named. Wildcards and unknown types never refuse:
 * deployed clients send all sorts of `Accept`.
 */
function chooseMediaType(type: Result['type'], accept: string | undefined, envelopeType: string): string {
  const forms = listMediaTypes(type, envelopeType)
  const ranges = (accept ?? '').split(',').map(parseRange)
  // A host may call the envelope something else; who asks for it by the interface's name means the same.
  const names = (form: string): string[] => (form === envelopeType ? [form, envelopeMediaType] : [form])
  const maxQ = (fits: (range: string) => boolean): number =>
    Math.max(0, ...ranges.filter(({ range }) => fits(range)).map(({ q }) => q))
  const qOf = (form: string): number => {
    const q = maxQ((range) => names(form).some((name) => matches(range, name)))
    // Who names JSON and takes anything as gladly names it by habit, as axios does (`application/json, text/plain, */*`).
    return form === jsonMediaType && q <= maxQ((range) => range === '*/*') ? 0 : q
  }
  return forms.reduce((best, form) => (qOf(form) > qOf(best) ? form : best), forms[0])
}

function parseRange(text: string): { range: string; q: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return { range, q: Number.isFinite(q) ? q : 0 }
}

function matches(range: string, form: string): boolean {
  return range === form.toLowerCase() || (range.endsWith('/*') && range !== '*/*' && form.startsWith(range.slice(0, -1)))
}
