/** The exports of the package `specimen-host`: a host, a worker, and their parameters. */
export type { CodeFunction, CodeFunctionOptions, CodeSpecimen } from './catalog/code-function.ts'
export type { Config } from './config.ts'
export { createHost, type Host, type HostOptions } from './host.ts'
export { createWorker, type WorkerHost, type WorkerOptions } from './worker-host.ts'
