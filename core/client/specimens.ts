/** Specimens of a host: the catalog, the metadata of one, and its data, decoded where a function made it. */
import { SpecimenError } from '../domain/errors.ts'
import type { Result } from '../domain/result/result.ts'
import type { Params } from '../domain/schema.ts'
import type { CatalogEntry, ReloadBody, SpecimenBody } from '../wire/bodies.ts'
import { decodeEnvelope } from '../wire/envelope.ts'
import { decodeResultJson } from '../wire/parse-result-json.ts'
import { parseFileName } from './file-name.ts'
import { ProblemError } from './problem-error.ts'
import {
  type ClientRequest,
  parseAnswer,
  requireBody,
  requireList,
  type Transport,
  toSegment,
} from './transport.ts'

/** What goes with a call of a dynamic specimen. */
export interface CallOptions {
  /** Parameters by name; the schema's defaults stand for those left out. */
  readonly params?: Params | undefined
  /** Peers with the same room see the same result; `service` when absent. */
  readonly roomId?: string | undefined
  /**
   * Whether a newer call of this client to the same function in the room, with the same value here, ends this
   * one, on the host as well: `run.superseded`. `true` where the client has a token or an address for itself,
   * otherwise a text that no other client has.
   */
  readonly supersede?: boolean | string | undefined
  /** Ends the request, and the host's computation when nobody else waits for it. */
  readonly signal?: AbortSignal | undefined
}

/** What goes with a request for data. */
export interface DataOptions extends CallOptions {
  /** Whether the host decodes the file of a static specimen: its result comes in place of the file. */
  readonly decoded?: boolean | undefined
}

/** The data of a static specimen: a file as it is. */
export interface StaticFile {
  readonly type: 'file'
  /** As the host says, without parameters. */
  readonly mediaType: string
  /** The specimen's id when the host names no file. Never a path. */
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** Returns every specimen of the host. */
export async function readCatalog(transport: Transport): Promise<readonly CatalogEntry[]> {
  const path = '/api/specimens/'
  return requireList<CatalogEntry>(await transport.readJson(path), path)
}

/** Returns the metadata of one specimen. @throws {ProblemError} `specimen.unknown` */
export async function readSpecimen(transport: Transport, id: string): Promise<SpecimenBody> {
  const path = `/api/specimens/${toSegment(id)}`
  return requireBody<SpecimenBody>(await transport.readJson(path), path)
}

/** Returns a specimen's preview image. @throws {ProblemError} `thumbnail.none` or `specimen.unknown` */
export async function readThumbnail(transport: Transport, id: string): Promise<Blob> {
  const response = await transport.send(`/api/specimens/${toSegment(id)}/thumbnail`, { accept: 'image/*' })
  return await response.blob()
}

/** Lets the host read its folders again; returns the counts and what could not be used. */
export async function reload(transport: Transport): Promise<ReloadBody> {
  const path = '/api/specimens/reload'
  return requireBody<ReloadBody>(await transport.readJson(path), path)
}

/** Which data are asked for. */
export interface DataRequest {
  readonly id: string
  /** The host's name for the envelope. */
  readonly envelopeMediaType: string
  readonly call?: DataOptions | undefined
}

/**
 * Returns a specimen's data: the decoded result of a dynamic one, the file of a static one or, if asked for,
 * the result in it. The answer is an envelope, JSON, or a file under a name.
 * @throws {ProblemError} when the host refuses; `envelope.invalid`, `json.syntax` or `media.unsupported` for
 * an answer that is none of the three
 */
export async function readData(
  transport: Transport,
  { id, envelopeMediaType, call = {} }: DataRequest,
  condition: Pick<ClientRequest, 'ifMatch'> = {},
): Promise<Result | StaticFile> {
  const path = toDataPath(id)
  // The envelope has no colours of a mesh, JSON has them.
  const results = `${envelopeMediaType}, application/json;q=0.5`
  const accept = call.decoded ? results : `${results}, application/octet-stream`
  const { largeBodies } = transport
  const isPlain = largeBodies.arePlain
  const response = await transport.send(path, { ...toDataCall(call), accept, isPlain, ...condition })
  const mediaType = toMediaType(response.headers.get('content-type'))
  if (mediaType === toMediaType(envelopeMediaType)) {
    const startedAt = performance.now()
    const bytes = new Uint8Array(await response.arrayBuffer())
    largeBodies.add(bytes.byteLength, (performance.now() - startedAt) / 1000, isPlain)
    return decodeEnvelope(bytes)
  }
  const file = await toFile(response, id)
  if (file) return file
  if (mediaType === 'application/json') return decodeResultJson(await parseAnswer(response, path))
  throw new SpecimenError(
    'media.unsupported',
    `The answer to ${path} must be ${envelopeMediaType}, JSON, or a file with Content-Disposition ` +
      `(got ${mediaType || 'no media type'}). Does the host call its envelope otherwise ` +
      '(envelopeMediaType), or hide that header from other origins?',
  )
}

/** A form in which a host gives a specimen's data as a file. */
export type FileForm = 'envelope' | 'glb' | 'png' | 'json' | 'file'

/** Returns the media type to ask for; `file` is a static specimen's own. */
function toAccept(form: FileForm, envelopeMediaType: string): string {
  const accepts = { glb: 'model/gltf-binary', png: 'image/png', json: 'application/json', file: '*/*' }
  return form === 'envelope' ? envelopeMediaType : accepts[form]
}

const endings: { readonly [form in FileForm]: string } = {
  envelope: '.envelope',
  glb: '.glb',
  png: '.png',
  json: '.json',
  file: '',
}

/** Returns a specimen's data in one form, as bytes to be saved under a name. @throws {ProblemError} */
export async function readForm(
  transport: Transport,
  { id, envelopeMediaType, call = {} }: DataRequest,
  form: FileForm,
): Promise<{ readonly fileName: string; readonly content: Blob }> {
  const accept = toAccept(form, envelopeMediaType)
  const response = await transport.send(toDataPath(id), { ...toDataCall(call), accept })
  const named = parseFileName(response.headers.get('content-disposition') ?? '')
  const fileName = form === 'file' && named !== undefined ? named : id.replace(/^.*:/, '') + endings[form]
  return { fileName, content: await response.blob() }
}

/**
 * Returns the file of a static specimen as it is, whatever other form of it the host has.
 * @throws {ProblemError} when the host refuses; `media.unsupported` for an answer that is no file
 */
export async function readFile(
  transport: Transport,
  id: string,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<StaticFile> {
  const path = toDataPath(id)
  const response = await transport.send(path, { accept: '*/*', signal })
  const file = await toFile(response, id)
  if (file) return file
  await response.body?.cancel()
  throw new SpecimenError(
    'media.unsupported',
    `The answer to ${path} must be a file with Content-Disposition. Is ${id} a static specimen, and does ` +
      'the host show that header to other origins?',
  )
}

/** Returns the file in an answer; undefined, and the body unread, when it is none. */
async function toFile(response: Response, id: string): Promise<StaticFile | undefined> {
  const { headers } = response
  const disposition = headers.get('content-disposition')
  if (disposition === null) return undefined
  const bytes = new Uint8Array(await response.arrayBuffer())
  const mediaType = toMediaType(headers.get('content-type'))
  return { type: 'file', mediaType, fileName: parseFileName(disposition) ?? id, bytes }
}

/**
 * Returns what {@link readData} does if the host holds that result in the room; undefined when it does not,
 * refuses, or answers with something that is no result.
 */
export async function readStoredResult(
  transport: Transport,
  request: DataRequest,
): Promise<Result | undefined> {
  try {
    const data = await readData(transport, request, { ifMatch: '*' })
    return data.type === 'file' ? undefined : data
  } catch (error) {
    const isRefusal =
      error instanceof ProblemError || (error instanceof SpecimenError && error.code === 'media.unsupported')
    if (isRefusal) return undefined
    throw error
  }
}

function toDataPath(id: string): string {
  return `/api/specimens/${toSegment(id)}/data`
}

function toDataCall(call: CallOptions): Pick<ClientRequest, 'body' | 'signal'> {
  return { body: toCallBody(call), signal: call.signal }
}

/** Returns the body of a call. */
export function toCallBody({
  params = {},
  roomId,
  supersede,
}: CallOptions): NonNullable<ClientRequest['body']> {
  return {
    params,
    ...(roomId !== undefined && { room_id: roomId }),
    ...(supersede !== undefined && { supersede }),
  }
}

/** Returns a media type without parameters, in lower case; empty when there is none. */
function toMediaType(header: string | null): string {
  return (header ?? '').replace(/;.*/s, '').trim().toLowerCase()
}
