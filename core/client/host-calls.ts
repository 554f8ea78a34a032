import type { Result } from '../contract/domain/result/result.ts'
import type { ParameterSchema } from '../contract/domain/schema.ts'
import type {
  CacheClearBody,
  CacheStatsBody,
  CatalogEntry,
  FunctionEntry,
  PluginEntry,
  ReloadBody,
  SpecimenBody,
} from '../contract/wire/bodies.ts'
import type { Facts } from '../contract/wire/facts.ts'
import type { FileBody } from '../contract/wire/file-body.ts'
import { type AnyFunctions, createCalls } from './called-functions.ts'
import { type JobEvent, JobRun, type RunOptions } from './job-run.ts'
import {
  type PictureOptions,
  type ProvenanceBody,
  readFacts,
  readPicture,
  readProvenance,
} from './pictures-and-facts.ts'
import { type InvokeOptions, invoke, readSchema } from './processing.ts'
import { type ResultTransport, readRoomResult } from './room-result.ts'
import {
  type CallOptions,
  type DataOptions,
  type FileForm,
  type FormFile,
  readData,
  readFile,
  readForm,
  type SaveOptions,
  type StaticFile,
} from './specimens.ts'
import { createTransport, type TransportOptions, toSegment } from './transport.ts'
import { toZarrAddress } from './zarr-address.ts'

export type { PictureOptions, ProvenanceBody } from './pictures-and-facts.ts'

/** The options of a client. */
export interface ClientOptions extends TransportOptions {
  /** The host's media type of the envelope; the interface's when absent. */
  readonly envelopeMediaType?: string | undefined
}

/** A file that the host has taken. */
export type UploadedFile = FileBody

/** The options of an upload. */
export interface UploadOptions extends Pick<CallOptions, 'signal'> {
  readonly name?: string
}

/**
 * The calls to a host that are requests. Each throws `ProblemError` when the host refuses, `SpecimenError`
 * for an unreadable answer, the error of `fetch` for none, and the signal's reason after an abort.
 */
export interface HostCalls<Functions = AnyFunctions> {
  catalog(): Promise<readonly CatalogEntry[]>
  specimen(id: string): Promise<SpecimenBody>
  /** Returns the preview image of a specimen; `thumbnail.none` when it has none. */
  thumbnail(id: string, options?: Pick<CallOptions, 'signal'>): Promise<Blob>
  /**
   * Returns a picture of a result, drawn by the host: 512 pixels wide and high when none are given. It is
   * empty where the host has none, or needs more time than `within`.
   */
  picture(id: string, options?: PictureOptions): Promise<Blob>
  /**
   * Returns the facts of a result, measured by the host: bounds, area, volume, closedness, statistics. `kind`
   * tells which; their definitions are in the host's `/docs`. Numbers that cannot be said are null.
   * @throws `file.undecodable` or `format.unknown` for a file that the host cannot decode
   */
  facts(id: string, options?: CallOptions): Promise<Facts>
  /** Returns what a result is made of, in the words of W3C PROV; nothing is computed. */
  provenance(id: string, options?: CallOptions): Promise<ProvenanceBody>
  /** Makes the host read its folders again; returns the counts and the faults. */
  reload(): Promise<ReloadBody>
  functions(): Promise<readonly FunctionEntry[]>
  schema(name: string): Promise<ParameterSchema>
  /**
   * Returns the result of a dynamic specimen or, without `decoded`, the file of a static one (`type` is
   * `file`).
   * @throws `file.undecodable` or `format.unknown` for a file that the host cannot decode
   */
  data(id: string, options?: DataOptions): Promise<Result | StaticFile>
  /** Returns the unchanged file of a static specimen; browsers cache it and revalidate. */
  file(id: string, options?: Pick<CallOptions, 'signal'>): Promise<StaticFile>
  /**
   * Returns the data as bytes to save, in a form of its kind: `stl` for meshes, `nifti` for volumes; of a
   * scene all, or the part that is named.
   */
  save(id: string, form: FileForm, options?: SaveOptions): Promise<FormFile>
  /**
   * Returns the address of the specimen as a store of OME-Zarr 0.5, for napari, neuroglancer and others that
   * send no headers: where the host asks for a token it holds a ticket, for its room and at most a day.
   */
  zarrAddress(id: string, options?: SaveOptions): Promise<string>
  /**
   * Computes a specimen by its id, as `data` does: `client.call.gyroid({ cells: 3 })`. The file that
   * `specimen types` writes has the types of a host's functions: `createClient<Functions>(url)`.
   */
  readonly call: Functions
  /** Returns the result of a function as JSON; `data` is faster. */
  invoke(name: string, options?: InvokeOptions): Promise<Result>
  /**
   * Brings a file to the host as data of functions, which take `{ file }` of the answer in its place. It has
   * the name of a `File` where none is given, whose ending tells the format where the content does not. One
   * above 8 MiB goes in pieces, and on where it was when the connection breaks; the host is asked first.
   */
  upload(file: Blob, options?: UploadOptions): Promise<UploadedFile>
  plugins(): Promise<readonly PluginEntry[]>
  cacheStats(): Promise<CacheStatsBody>
  clearCache(): Promise<CacheClearBody>
  /**
   * Runs a dynamic specimen as a job: yields its messages, then its result. Sends nothing before the loop
   * begins. Aborting the signal or leaving the loop cancels the job on the host; the loop ends when the host
   * has answered, or after two seconds. Once per call. The result is the room's while the room holds one for
   * these parameters, so peers get the same; after another request has replaced it, the job's own, as JSON.
   * Nothing runs twice.
   * @throws `job.failed` with the job's error text; the signal's reason
   */
  run(id: string, options?: RunOptions): AsyncIterableIterator<JobEvent, undefined>
  /** Returns a result that a room shows, by the id in its state; `result.unknown` when it shows another. */
  roomResult(room: string, id: string, options?: Pick<CallOptions, 'signal'>): Promise<Result>
}

/**
 * Returns the calls to the host at `baseUrl`, or at `''` in a page of the host: a client without rooms, as
 * most pages need none.
 */
export function createHostCalls<Functions = AnyFunctions>(
  baseUrl: string,
  options: ClientOptions = {},
): HostCalls<Functions> {
  return toHostCalls(toResultTransport(baseUrl, options))
}

/** Returns the transport to the host at `baseUrl`. */
export function toResultTransport(baseUrl: string, options: ClientOptions): ResultTransport {
  const { envelopeMediaType = 'application/x-service-envelope-v1' } = options
  return { transport: createTransport(baseUrl, options), envelopeMediaType }
}

/** Returns the calls that a transport carries. */
export function toHostCalls<Functions>(results: ResultTransport): HostCalls<Functions> {
  const { transport, envelopeMediaType } = results
  const { send, readBody, readList } = transport
  return {
    catalog: () => readList('/api/specimens/'),
    specimen: async (id) => await readBody(`/api/specimens/${toSegment(id)}`),
    thumbnail: async (id, { signal } = {}) => {
      const path = `/api/specimens/${toSegment(id)}/thumbnail`
      return await (await send(path, { accept: 'image/*', signal })).blob()
    },
    picture: (id, options) => readPicture(transport, id, options),
    facts: (id, call) => readFacts(transport, id, call),
    provenance: (id, call) => readProvenance(transport, id, call),
    reload: () => readBody('/api/specimens/reload'),
    functions: () => readList('/api/processing/functions'),
    schema: (name) => readSchema(transport, name),
    data: (id, call) => readData(transport, { id, envelopeMediaType, call }),
    file: (id, call) => readFile(transport, id, call),
    save: (id, form, call) => readForm(transport, { id, envelopeMediaType, call }, form),
    zarrAddress: (id, call) => toZarrAddress(transport, id, call),
    // The caller says which functions the host has; another one is refused when it is called.
    call: createCalls(transport, envelopeMediaType) as Functions,
    invoke: (name, call) => invoke(transport, name, call),
    upload: async (file, { name = file instanceof File ? file.name : '', signal } = {}) =>
      await transport.upload(file, { name, signal }),
    plugins: () => readList('/api/plugins'),
    cacheStats: () => readBody('/api/processing/cache/stats'),
    clearCache: () => readBody('/api/processing/cache/clear', { body: {} }),
    run: (id, call = {}) => new JobRun(transport, { id, envelopeMediaType, call }),
    roomResult: (room, id, { signal } = {}) => readRoomResult(results, { room, id, signal }),
  }
}
