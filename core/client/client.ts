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
  ArrowsResult,
  Direction,
  Dtype,
  ElementArray,
  ImageResult,
  Label,
  LabelsResult,
  LinesResult,
  MeshResult,
  PointCloudResult,
  Result,
  ScenePart,
  SceneResult,
  TableColumn,
  TableResult,
  VolumeResult,
} from '../contract/domain/result/result.ts'
import type { ParameterSchema, Params } from '../contract/domain/schema.ts'
import type {
  CacheClearBody,
  CacheStatsBody,
  CatalogEntry,
  FunctionEntry,
  PluginEntry,
  ReloadBody,
  SpecimenBody,
} from '../contract/wire/bodies.ts'
import type {
  FactBox,
  FactHistogram,
  FactPercentiles,
  FactScalarLabel,
  FactStatistics,
} from '../contract/wire/fact-parts.ts'
import type {
  ArrowsFacts,
  FactArrowLengths,
  FactColumn,
  FactEdgeLengths,
  FactLabel,
  Facts,
  ImageFacts,
  LabelsFacts,
  LinesFacts,
  MeshFacts,
  PartFacts,
  PointCloudFacts,
  SceneFacts,
  TableFacts,
  VolumeFacts,
} from '../contract/wire/facts.ts'
import type { AnyFunctions } from './called-functions.ts'
import {
  type ClientOptions,
  type HostCalls,
  type PictureOptions,
  type ProvenanceBody,
  toHostCalls,
  toResultTransport,
  type UploadedFile,
  type UploadOptions,
} from './host-calls.ts'
import type { JobEvent, ProgressMessage, RunOptions } from './job-run.ts'
import { type JoinOptions, joinRoom, type RoomEvent, type RoomSession } from './join-room.ts'
import type { CallParams, InvokeOptions, ParamValue } from './processing.ts'
import type { CallOptions, DataOptions, FileForm, FormFile, StaticFile } from './specimens.ts'

export { type Issue, SpecimenError } from '../contract/domain/errors.ts'
export type { Json } from '../contract/values/json.ts'
export { decodeEnvelope, decodeResultJson, decodeScene } from './decoders.ts'
export { ProblemError } from './problem-error.ts'
export type {
  AnyFunctions,
  ArrowsFacts,
  ArrowsResult,
  CacheClearBody,
  CacheStatsBody,
  CallOptions,
  CallParams,
  CatalogEntry,
  ClientOptions,
  DataOptions,
  Direction,
  Dtype,
  ElementArray,
  FactArrowLengths,
  FactBox,
  FactColumn,
  FactEdgeLengths,
  FactHistogram,
  FactLabel,
  FactPercentiles,
  FactScalarLabel,
  FactStatistics,
  Facts,
  FileForm,
  FormFile,
  FunctionEntry,
  HostCalls,
  ImageFacts,
  ImageResult,
  InvokeOptions,
  JobEvent,
  JoinOptions,
  Label,
  LabelsFacts,
  LabelsResult,
  LinesFacts,
  LinesResult,
  MeshFacts,
  MeshResult,
  ParameterSchema,
  Params,
  ParamValue,
  PartFacts,
  PictureOptions,
  PluginEntry,
  PointCloudFacts,
  PointCloudResult,
  ProgressMessage,
  ProvenanceBody,
  ReloadBody,
  Result,
  RoomEvent,
  RoomSession,
  RunOptions,
  SceneFacts,
  ScenePart,
  SceneResult,
  SpecimenBody,
  StaticFile,
  TableColumn,
  TableFacts,
  TableResult,
  UploadedFile,
  UploadOptions,
  VolumeFacts,
  VolumeResult,
}

/** The calls to a host, and its rooms. */
export interface Client<Functions = AnyFunctions> extends HostCalls<Functions> {
  /**
   * Enters a room, whose peers see one state, one result and each other. Returns at once; events tell the
   * rest. `core/service/rooms/PROTOCOL.md` has the fields.
   */
  joinRoom(room: string, options: JoinOptions): RoomSession
}

/**
 * Returns a client of the host at `baseUrl`, or at `''` in a page of the host.
 *
 * @example
 * import { createClient, ProblemError } from 'specimen-host/client'
 *
 * const client = createClient('http://127.0.0.1:8000')
 * try {
 *   const result = await client.data('gyroid', { params: { cells: 3 } })
 *   if (result.type === 'mesh') console.log(`${result.indices.length / 3} triangles`)
 * } catch (error) {
 *   if (!(error instanceof ProblemError)) throw error
 *   console.error(error.detail, error.errors) // what was found, what is allowed, and what to do
 * }
 */
export function createClient<Functions = AnyFunctions>(
  baseUrl: string,
  options: ClientOptions = {},
): Client<Functions> {
  const results = toResultTransport(baseUrl, options)
  return { ...toHostCalls<Functions>(results), joinRoom: (room, join) => joinRoom(results, room, join) }
}
