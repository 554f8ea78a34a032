/** The exports of the package `specimen-host`: a host, a worker, and their parameters. */

export type {
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
} from './contract/domain/result/result.ts'
export type { CodeFunction, CodeFunctionOptions, CodeSpecimen } from './engine/catalog/code-function.ts'
export { createHost, type Host, type HostOptions } from './host.ts'
export type { Config } from './options/config.ts'
export { createWorker, type WorkerHost, type WorkerOptions } from './worker-host.ts'
