import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { OpenResult, StoredResult } from '../../../contract/domain/result/stored-result.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { formatNotes } from '../../../contract/wire/notes-header.ts'
import { type ChunkPlan, findWholeChunk } from '../../../data/encoding/zarr/chunk-plan.ts'
import { planChunk, type ZarrImage } from '../../../data/encoding/zarr/zarr-image.ts'
import type { ZarrKey } from '../../../data/encoding/zarr/zarr-key.ts'
import {
  describeArray,
  describeLabelImage,
  describeLabels,
  describeStore,
} from '../../../data/encoding/zarr/zarr-metadata.ts'
import { toZarrStore, type ZarrStore, type ZarrWords } from '../../../data/encoding/zarr/zarr-store.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { FormReader } from '../../calls/make-form.ts'
import { tagText } from './form-id.ts'
import type { Encoded, Representation } from './represent.ts'
import { type AskedRange, readRange } from './sent-range.ts'

/** The thing of a store that a request asks for. */
export interface WantedZarr {
  readonly key: ZarrKey
  /** The key as text. */
  readonly path: string
  readonly words: ZarrWords
  /** The request, for its method and its range. */
  readonly request: AskedRange
  readonly encoder: Encoder
}

/**
 * Returns a document or a chunk of the store that a result is. Of a chunk nothing is made before it is sent.
 * @throws `route.unknown` for what the store has not, `form.unavailable` for a result that is none
 */
export function representZarr(entry: StoredResult, opened: OpenResult, wanted: WantedZarr): Representation {
  const store = toZarrStore(opened.result, wanted.words)
  const found = findInStore(store, wanted.key)
  if (!found) throw unknownKeyError(wanted.path, store)
  if (found.kind === 'document') return representDocument(entry, store, { ...wanted, body: found.body })
  return representChunk(entry, opened, { ...wanted, plan: found.plan })
}

/** Returns the refusal of a path that a store has not; of one that no store has without `store`. */
export function unknownKeyError(path: string, store?: ZarrStore): SpecimenError {
  const shown = JSON.stringify(cutText(path, 100))
  const has = store
    ? `its levels are 0 to ${store.image.levels.length - 1}, and its labels ${listLabels(store)}`
    : 'it begins with zarr.json'
  return new SpecimenError('route.unknown', `The store has nothing at ${shown}; ${has}.`)
}

function listLabels({ labels }: ZarrStore): string {
  return labels.size === 0 ? 'none' : [...labels.keys()].join(', ')
}

type Found =
  | { readonly kind: 'document'; readonly body: JsonObject }
  | { readonly kind: 'chunk'; readonly plan: ChunkPlan }

function findInStore(store: ZarrStore, key: ZarrKey): Found | undefined {
  if (key.kind === 'labels')
    return store.labels.size > 0 ? { kind: 'document', body: describeLabels(store) } : undefined
  const image = key.label === undefined ? store.image : store.labels.get(key.label)
  return image && findInImage(store, image, key)
}

function findInImage(
  store: ZarrStore,
  image: ZarrImage,
  key: Exclude<ZarrKey, { kind: 'labels' }>,
): Found | undefined {
  if (key.kind === 'group') {
    const body = key.label === undefined ? describeStore(store) : describeLabelImage(image)
    return { kind: 'document', body }
  }
  const level = image.levels[key.level]
  if (key.kind === 'array') return level && { kind: 'document', body: describeArray(image, level) }
  const plan = planChunk(image, key.level, key.place)
  return plan && { kind: 'chunk', plan }
}

/** The version of the levels, as chunks of another one would have other bytes. */
const made = 'zarr-1'

function representDocument(
  entry: StoredResult,
  { notes }: ZarrStore,
  { body, path, words, request }: WantedZarr & { readonly body: JsonObject },
): Representation {
  const bytes = Buffer.from(JSON.stringify(body))
  const etag = `"${tagText(`${entry.id}.${made}`, JSON.stringify([path, words.name, words.axes]))}"`
  return {
    mediaType: 'application/json',
    source: { key: bytes, amount: bytes.length },
    ...(notes.length > 0 && { notes: formatNotes(notes) }),
    ...toRanged(request, { etag, length: bytes.length, make: async () => bytes }),
  }
}

function representChunk(
  entry: StoredResult,
  opened: OpenResult,
  { plan, path, request, encoder }: WantedZarr & { readonly plan: ChunkPlan },
): Representation {
  const { size, samples } = plan
  const length = size[0] * size[1] * size[2] * samples.BYTES_PER_ELEMENT
  const etag = `"${entry.id}.${made}.${path.replaceAll('/', '-')}"`
  const make = async (reader: FormReader): Promise<Uint8Array> => {
    await opened.arrival?.whole
    const whole = findWholeChunk(plan)
    if (whole) return whole
    const release = reader.hold({ key: entry.id, amount: entry.bytes })
    return await encoder.encodeChunk({ id: `${entry.id} ${path}`, plan }, reader).finally(release)
  }
  return {
    mediaType: 'application/octet-stream',
    source: { key: entry.id, amount: entry.bytes },
    ...toRanged(request, { etag, length, make }),
  }
}

/** Bytes that are made when they are sent. */
interface MadeBytes {
  readonly etag: string
  readonly length: number
  readonly make: (reader: FormReader) => Promise<Uint8Array>
}

/** Returns the members of a representation of bytes, of which a request may ask for a part. */
function toRanged(
  request: AskedRange,
  { etag, length, make }: MadeBytes,
): Pick<Representation, 'etag' | 'compressibleBytes' | 'ownBytes' | 'hasRanges' | 'encode'> {
  const span = readRange(request, etag, length)
  const encode = async (reader: FormReader): Promise<Encoded> => {
    if (request.method === 'HEAD') return { parts: [], length }
    if (!span) return { parts: [await make(reader)], length }
    const part = span.range.status === 206 ? (await make(reader)).subarray(span.start, span.end) : undefined
    return { parts: part ? [part] : [], length: part?.length ?? 0, range: span.range }
  }
  // A part is one of the bytes as they are, and so is its tag.
  return { etag, compressibleBytes: span ? 0 : length, ownBytes: length, hasRanges: true, encode }
}
