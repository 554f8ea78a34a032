/** The exports of the package `specimen-host`: a host, a worker, and their parameters. */

export type { Config } from './cli/options/config.ts'
export type {
  Direction,
  Dtype,
  ElementArray,
  ImageResult,
  Label,
  MeshResult,
  PointCloudResult,
  Result,
  VolumeResult,
} from './contract/domain/result/result.ts'
export type { CodeFunction, CodeFunctionOptions, CodeSpecimen } from './engine/catalog/code-function.ts'
export { createHost, type Host, type HostOptions } from './host.ts'
export { createWorker, type WorkerHost, type WorkerOptions } from './worker-host.ts'
