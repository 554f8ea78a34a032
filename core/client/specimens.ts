import { SpecimenError } from '../contract/domain/errors.ts'
import { type DataForm, dataForms } from '../contract/domain/result/forms.ts'
import type { Result } from '../contract/domain/result/result.ts'
import type { Params } from '../contract/domain/schema.ts'
import type { JsonObject } from '../contract/values/json.ts'
import { decodeEnvelope } from '../contract/wire/envelope.ts'
import { notesHeader, parseNotes } from '../contract/wire/notes-header.ts'
import { decodeResultJson } from '../contract/wire/parse-result-json.ts'
import { type ClientRequest, parseAnswer } from './client-request.ts'
import type { CallParams } from './data-values.ts'
import { parseFileName } from './file-name.ts'
import { ProblemError } from './problem-error.ts'
import { type Transport, toSegment } from './transport.ts'

/** The options of a call of a dynamic specimen. */
export interface CallOptions {
  /**
   * Parameters by name; defaults of the schema replace missing ones. Data are references, files, or results
   * of this client, which stand for their calls.
   */
  readonly params?: CallParams | undefined
  /** The room, whose peers get the same result; `service` when absent. */
  readonly roomId?: string | undefined
  /**
   * Makes a newer call to the same function in the room, with the same value here, end this one, also on the
   * host (`run.superseded`). `true` for a client with its own token or address, else a text unique to it.
   */
  readonly supersede?: boolean | string | undefined
  /** Ends the request, and the host's computation unless other requests wait for it. */
  readonly signal?: AbortSignal | undefined
}

/** The options of a request for data. */
export interface DataOptions extends CallOptions {
  /** Requests the decoded result of a static specimen in place of its file. */
  readonly decoded?: boolean | undefined
}

/** The options of a file. */
export interface SaveOptions extends CallOptions {
  /** The name of the part of a scene that the file is of, in a form of its kind; absent for all. */
  readonly part?: string | undefined
}

/** The unchanged file of a static specimen. */
export interface StaticFile {
  readonly type: 'file'
  /** The host's media type, without parameters. */
  readonly mediaType: string
  /** The file's name, never a path; the specimen's id when the host names none. */
  readonly fileName: string
  readonly bytes: Uint8Array
}

/** A result in a form of a file. */
export interface FormFile {
  readonly fileName: string
  readonly content: Blob
  /** Sentences on content that the result omits; absent for none. */
  readonly notes?: readonly string[] | undefined
}

/** The address of a specimen's data and the options of the call. */
export interface DataRequest {
  readonly id: string
  readonly envelopeMediaType: string
  readonly call?: DataOptions | undefined
}

/**
 * Returns a specimen's data from an envelope or a scene, from JSON, or as a file with a name.
 * @throws {ProblemError} when the host refuses; `envelope.invalid`, `json.syntax` or `media.unsupported` for
 * any other answer
 */
export async function readData(
  transport: Transport,
  { id, envelopeMediaType, call = {} }: DataRequest,
  condition: Pick<ClientRequest, 'ifMatch'> = {},
): Promise<Result | StaticFile> {
  const path = toDataPath(id)
  // An envelope lacks the colours and scalars of a mesh; JSON has them.
  const results = `${envelopeMediaType}, application/json;q=0.5`
  const accept = call.decoded ? results : `${results}, application/octet-stream`
  const { body, signal } = await toDataCall(transport, call)
  const request = { body, signal, accept, ...condition }
  const data = await readAnswer(transport, { path, id, envelopeMediaType, request })
  if (data.type !== 'file') transport.values.note(data, { process: id, inputs: body.params })
  return data
}

/** The place of a result at a host, and the signal that gives up reading it. */
interface ResultPlace {
  readonly path: string
  readonly envelopeMediaType: string
  readonly signal: AbortSignal | undefined
}

/** Returns the result at an address. @throws as {@link readData} */
export async function readResultAt(transport: Transport, place: ResultPlace): Promise<Result> {
  const { path, envelopeMediaType, signal } = place
  const request = { accept: `${envelopeMediaType}, application/json;q=0.5`, signal }
  const result = await readAnswer(transport, { path, id: 'result', envelopeMediaType, request })
  if (result.type !== 'file') return result
  throw new SpecimenError('media.unsupported', `The answer to ${path} must be a result (got a file).`)
}

async function readAnswer(
  transport: Transport,
  {
    path,
    id,
    envelopeMediaType,
    request,
  }: Record<'path' | 'id' | 'envelopeMediaType', string> & { readonly request: ClientRequest },
): Promise<Result | StaticFile> {
  const { largeBodies } = transport
  const isPlain = largeBodies.arePlain
  const response = await transport.send(path, { ...request, isPlain })
  const mediaType = toMediaType(response.headers.get('content-type'))
  const isScene = mediaType === dataForms.scene.mediaType
  if (isScene || mediaType === toMediaType(envelopeMediaType)) {
    const startedAt = performance.now()
    const bytes = new Uint8Array(await response.arrayBuffer())
    largeBodies.add(bytes.byteLength, (performance.now() - startedAt) / 1000, isPlain)
    // Most pages show none.
    const decode = isScene ? (await import('../contract/wire/scene-envelope.ts')).decodeScene : decodeEnvelope
    return addNotes(decode(bytes), response)
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

/** A form in which a host gives a specimen's data as a file: `file` is that of a static specimen itself. */
export type FileForm = DataForm | 'file'

function toAccept(form: FileForm, envelopeMediaType: string): string {
  if (form === 'file') return '*/*'
  return form === 'envelope' ? envelopeMediaType : dataForms[form].mediaType
}

interface SaveRequest extends Omit<DataRequest, 'call'> {
  readonly call?: SaveOptions | undefined
}

/** Returns a specimen's data in one form, as bytes with a file name. @throws {ProblemError} */
export async function readForm(
  transport: Transport,
  { id, envelopeMediaType, call = {} }: SaveRequest,
  form: FileForm,
): Promise<FormFile> {
  const accept = toAccept(form, envelopeMediaType)
  const { part, signal } = call
  const body = { ...(await toCallBody(transport, call)), ...(part !== undefined && { part }) }
  const response = await transport.send(toDataPath(id), { body, signal, accept })
  const named = parseFileName(response.headers.get('content-disposition') ?? '')
  const fileName = form === 'file' ? (named ?? id) : id.replace(/^.*:/, '') + dataForms[form].ending
  const notes = readNotes(response)
  return { fileName, content: await response.blob(), ...(notes.length > 0 && { notes }) }
}

/**
 * Returns the unchanged file of a static specimen, whatever its other forms.
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

function readNotes({ headers }: Response): readonly string[] {
  return parseNotes(headers.get(notesHeader))
}

/** An envelope has no place for notes. */
function addNotes(result: Result, response: Response): Result {
  const notes = readNotes(response)
  return notes.length > 0 ? { ...result, notes } : result
}

async function toFile(response: Response, id: string): Promise<StaticFile | undefined> {
  const { headers } = response
  const disposition = headers.get('content-disposition')
  if (disposition === null) return undefined
  const bytes = new Uint8Array(await response.arrayBuffer())
  const mediaType = toMediaType(headers.get('content-type'))
  return { type: 'file', mediaType, fileName: parseFileName(disposition) ?? id, bytes }
}

/** Returns the result that the host holds in the room; undefined for a refusal and for a file. */
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

/** The body of a call. */
interface CallBody extends JsonObject {
  readonly params: Params
}

/** The request of a call. */
interface DataCall extends Pick<ClientRequest, 'signal'> {
  readonly body: CallBody
}

/** Returns the request of a call. @throws as {@link toCallBody} */
export async function toDataCall(transport: Transport, call: CallOptions): Promise<DataCall> {
  return { body: await toCallBody(transport, call), signal: call.signal }
}

/** Returns the request body of a call. @throws as `take` of its values */
export async function toCallBody(
  { values }: Pick<Transport, 'values'>,
  { params = {}, roomId, supersede }: CallOptions,
): Promise<CallBody> {
  return {
    params: await values.take(params),
    ...(roomId !== undefined && { room_id: roomId }),
    ...(supersede !== undefined && { supersede }),
  }
}

function toMediaType(header: string | null): string {
  return (header ?? '').replace(/;.*/s, '').trim().toLowerCase()
}
