/** What the host makes of a result: a picture, facts, and what it is made of. */
import type { Facts } from '../contract/wire/facts.ts'
import type { ProvenanceBody } from '../contract/wire/provenance-body.ts'
import { type CallOptions, toDataCall } from './specimens.ts'
import { type Transport, toSegment } from './transport.ts'

export type { ProvenanceBody } from '../contract/wire/provenance-body.ts'

/** The options of a picture. */
export interface PictureOptions extends Pick<CallOptions, 'params' | 'signal'> {
  /** Settings over the author's view, as in `@view`. */
  readonly view?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  /** Longest time for the host to compute the result, in seconds; 30, with drawing it, when absent. */
  readonly within?: number | undefined
  /** `image/png` when absent. */
  readonly mediaType?: 'image/png' | 'image/webp' | undefined
}

/** Returns a picture of a result. @throws {ProblemError} */
export async function readPicture(
  transport: Transport,
  id: string,
  { params, signal, mediaType = 'image/png', ...rest }: PictureOptions = {},
): Promise<Blob> {
  const texts = { ...rest, params: params && JSON.stringify(await transport.values.take(params)) }
  const pairs = Object.entries(texts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  const path = `/api/specimens/${toSegment(id)}/picture?${pairs.join('&')}`
  return await (await transport.send(path, { accept: mediaType, signal })).blob()
}

/** Returns the facts of a result, as the host measures them. @throws {ProblemError} */
export async function readFacts(transport: Transport, id: string, call: CallOptions = {}): Promise<Facts> {
  return await transport.readBody<Facts>(
    `/api/specimens/${toSegment(id)}/facts`,
    await toDataCall(transport, call),
  )
}

/** Returns what a result is made of; nothing is computed. @throws {ProblemError} */
export async function readProvenance(
  transport: Transport,
  id: string,
  call: CallOptions = {},
): Promise<ProvenanceBody> {
  const path = `/api/specimens/${toSegment(id)}/provenance`
  return await transport.readBody<ProvenanceBody>(path, await toDataCall(transport, call))
}
