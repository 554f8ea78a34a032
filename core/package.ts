/** What the package `specimen-host` exports: a host, a worker, and what they take. */
export type { CodeFunction, CodeFunctionOptions, CodeSpecimen } from './catalog/code-function.ts'
export type { Config } from './config.ts'
export { createHost, type Host, type HostOptions } from './host.ts'
export { createWorker, type WorkerHost, type WorkerOptions } from './worker-host.ts'
