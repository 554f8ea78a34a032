/**
 * The client of a specimen host, imported as `specimen-host/client`, for browsers and Node alike: it needs
 * `fetch` and nothing else. Results arrive decoded, with typed arrays; refusals as {@link ProblemError}; a
 * slow load as one loop.
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
import {
  clearCache,
  type InvokeOptions,
  invoke,
  readCacheStats,
  readFunctions,
  readPlugins,
  readSchema,
} from './processing.ts'
import {
  type CallOptions,
  type DataOptions,
  type FileForm,
  readCatalog,
  readData,
  readFile,
  readForm,
  readSpecimen,
  readThumbnail,
  reload,
  type StaticFile,
} from './specimens.ts'
import { createTransport, type TransportOptions } from './transport.ts'

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
  MeshResult,
  ParameterSchema,
  Params,
  PluginEntry,
  PointCloudResult,
  ReloadBody,
  Result,
  RunOptions,
  SpecimenBody,
  StaticFile,
  VolumeResult,
}

/** Where and how a client asks. */
export interface ClientOptions extends TransportOptions {
  /** The host's name for the envelope, if it has another than the interface's. */
  readonly envelopeMediaType?: string | undefined
}

/**
 * What a host can be asked. Every call throws {@link ProblemError} when the host refuses, {@link
 * SpecimenError} for an answer that cannot be read, what `fetch` throws when no answer comes, and the
 * signal's reason when that aborts.
 */
export interface Client {
  /** Returns every specimen. */
  catalog(): Promise<readonly CatalogEntry[]>
  /** Returns the metadata of one specimen, with the schema of a dynamic one. */
  specimen(id: string): Promise<SpecimenBody>
  /** Returns the preview image of a specimen; `thumbnail.none` when it has none. */
  thumbnail(id: string): Promise<Blob>
  /** Lets the host read its folders again; returns the counts and what could not be used. */
  reload(): Promise<ReloadBody>
  /** Returns every registered function. */
  functions(): Promise<readonly FunctionEntry[]>
  /** Returns the parameter schema of a function. */
  schema(name: string): Promise<ParameterSchema>
  /**
   * Returns the result of a dynamic specimen, or the file of a static one (`type` is then `file`). With
   * `decoded` the host decodes that file; `file.undecodable` or `format.unknown` when it cannot.
   */
  data(id: string, options?: DataOptions): Promise<Result | StaticFile>
  /** Returns the file of a static specimen as it is; browsers keep it, and ask whether it has changed. */
  file(id: string, options?: Pick<CallOptions, 'signal'>): Promise<StaticFile>
  /**
   * Returns the data of a specimen in one form, as bytes to be saved: `glb` of meshes, `png` of images,
   * `file` for a static specimen's own.
   */
  save(
    id: string,
    form: FileForm,
    options?: CallOptions,
  ): Promise<{ readonly fileName: string; readonly content: Blob }>
  /** Returns the result of a function, by JSON; `data` is faster. */
  invoke(name: string, options?: InvokeOptions): Promise<Result>
  /** Returns the host's bundles: which are in use, which are not and why, and how their runs went. */
  plugins(): Promise<readonly PluginEntry[]>
  /** Returns what each room keeps. */
  cacheStats(): Promise<CacheStatsBody>
  /** Drops the result of every room. */
  clearCache(): Promise<CacheClearBody>
  /**
   * Runs a dynamic specimen as a job: yields its messages, then its result. Nothing is sent before the loop
   * begins. Aborting the signal or leaving the loop cancels the job on the host; the loop ends when the host
   * knows, or after two seconds. Once per call. The result comes as `data` gives it while the room holds one
   * for these parameters, which is the one that its peers get; should another request have taken the room's
   * place meanwhile, it is the job's own, by JSON. Nothing is run twice.
   * @throws `job.failed` with the job's error text; the signal's reason
   */
  run(id: string, options?: RunOptions): AsyncIterableIterator<JobEvent, undefined>
}

/**
 * Returns a client of the host at `baseUrl`, such as `http://127.0.0.1:8000` or, in a page of the host
 * itself, `''`.
 */
export function createClient(baseUrl: string, options: ClientOptions = {}): Client {
  const { envelopeMediaType = 'application/x-service-envelope-v1' } = options
  const transport = createTransport(baseUrl, options)
  return {
    catalog: () => readCatalog(transport),
    specimen: (id) => readSpecimen(transport, id),
    thumbnail: (id) => readThumbnail(transport, id),
    reload: () => reload(transport),
    functions: () => readFunctions(transport),
    schema: (name) => readSchema(transport, name),
    data: (id, call) => readData(transport, { id, envelopeMediaType, call }),
    file: (id, call) => readFile(transport, id, call),
    save: (id, form, call) => readForm(transport, { id, envelopeMediaType, call }, form),
    invoke: (name, call) => invoke(transport, name, call),
    plugins: () => readPlugins(transport),
    cacheStats: () => readCacheStats(transport),
    clearCache: () => clearCache(transport),
    run: (id, call = {}) => new JobRun(transport, { id, envelopeMediaType, call }),
  }
}
