/**
 * The client of a specimen host, imported as `specimen-host/client`. Runs in browsers and Node and needs only
 * `fetch`. Results arrive decoded, with typed arrays; refusals as {@link ProblemError}; a slow load as one
 * loop.
 *
 * ```ts
 * const client = createClient('http://127.0.0.1:8000')
 * for await (const event of client.run('gyroid', { params: { resolution: 80 } })) {
 *   if (event.type === 'progress') console.log(event.message.text)
 *   else show(event.result)
 * }
 * ```
 */
import type {
  ImageResult,
  MeshResult,
  PointCloudResult,
  Result,
  VolumeResult,
} from '../domain/result/result.ts'
import type { ParameterSchema, Params } from '../domain/schema.ts'
import type {
  CacheClearBody,
  CacheStatsBody,
  CatalogEntry,
  FunctionEntry,
  PluginEntry,
  ReloadBody,
  SpecimenBody,
} from '../wire/bodies.ts'
import { type JobEvent, JobRun, type RunOptions } from './job-run.ts'
import { joinRoom, readRoomResult } from './join-room.ts'
import { type InvokeOptions, invoke, readSchema } from './processing.ts'
import type { JoinOptions, RoomEvent, RoomSession } from './room-session.ts'
import {
  type CallOptions,
  type DataOptions,
  type FileForm,
  type FormFile,
  type PictureOptions,
  readData,
  readFile,
  readForm,
  readPicture,
  type StaticFile,
} from './specimens.ts'
import { createTransport, type TransportOptions, toSegment } from './transport.ts'

export { type Issue, SpecimenError } from '../domain/errors.ts'
export type { ProgressMessage } from '../domain/job.ts'
export { decodeEnvelope } from '../wire/envelope.ts'
export { ProblemError } from './problem-error.ts'
export type {
  CacheClearBody,
  CacheStatsBody,
  CallOptions,
  CatalogEntry,
  DataOptions,
  FileForm,
  FunctionEntry,
  ImageResult,
  InvokeOptions,
  JobEvent,
  JoinOptions,
  MeshResult,
  ParameterSchema,
  Params,
  PictureOptions,
  PluginEntry,
  PointCloudResult,
  ReloadBody,
  Result,
  RoomEvent,
  RoomSession,
  RunOptions,
  SpecimenBody,
  StaticFile,
  VolumeResult,
}

/** The options of a client. */
export interface ClientOptions extends TransportOptions {
  /** The host's media type of the envelope; the interface's when absent. */
  readonly envelopeMediaType?: string | undefined
}

/**
 * The calls to a host. Each throws {@link ProblemError} when the host refuses, {@link SpecimenError} for an
 * unreadable answer, the error of `fetch` for none, and the signal's reason after an abort.
 */
export interface Client {
  catalog(): Promise<readonly CatalogEntry[]>
  specimen(id: string): Promise<SpecimenBody>
  /** Returns the preview image of a specimen; `thumbnail.none` when it has none. */
  thumbnail(id: string): Promise<Blob>
  /** Returns a picture of a result, drawn by the host: 512 pixels wide and high when none are given. */
  picture(id: string, options?: PictureOptions): Promise<Blob>
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
  /** Returns the data as bytes to save, in a form of its kind: `stl` for meshes, `nifti` for volumes. */
  save(id: string, form: FileForm, options?: CallOptions): Promise<FormFile>
  /** Returns the result of a function as JSON; `data` is faster. */
  invoke(name: string, options?: InvokeOptions): Promise<Result>
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
  /**
   * Enters a room, whose peers see one state, one result and each other. Returns at once; events tell the
   * rest. `core/rooms/PROTOCOL.md` has the fields.
   */
  joinRoom(room: string, options: JoinOptions): RoomSession
  /** Returns a result that a room shows, by the id in its state; `result.unknown` when it shows another. */
  roomResult(room: string, id: string, options?: Pick<CallOptions, 'signal'>): Promise<Result>
}

/** Returns a client of the host at `baseUrl`, or at `''` in a page of the host. */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  const { envelopeMediaType = 'application/x-service-envelope-v1' } = options
  const transport = createTransport(baseUrl, options)
  const { send, readBody, readList } = transport
  return {
    catalog: () => readList('/api/specimens/'),
    specimen: async (id) => await readBody(`/api/specimens/${toSegment(id)}`),
    thumbnail: async (id) => {
      const path = `/api/specimens/${toSegment(id)}/thumbnail`
      return await (await send(path, { accept: 'image/*' })).blob()
    },
    picture: (id, options) => readPicture(transport, id, options),
    reload: () => readBody('/api/specimens/reload'),
    functions: () => readList('/api/processing/functions'),
    schema: (name) => readSchema(transport, name),
    data: (id, call) => readData(transport, { id, envelopeMediaType, call }),
    file: (id, call) => readFile(transport, id, call),
    save: (id, form, call) => readForm(transport, { id, envelopeMediaType, call }, form),
    invoke: (name, call) => invoke(transport, name, call),
    plugins: () => readList('/api/plugins'),
    cacheStats: () => readBody('/api/processing/cache/stats'),
    clearCache: () => readBody('/api/processing/cache/clear', { body: {} }),
    run: (id, call = {}) => new JobRun(transport, { id, envelopeMediaType, call }),
    joinRoom: (room, join) => joinRoom({ transport, envelopeMediaType }, room, join),
    roomResult: (room, id, { signal } = {}) =>
      readRoomResult({ transport, envelopeMediaType }, { room, id, signal }),
  }
}
