/** A worker in this process, with times and chances that a test chooses, and the snapshots it serves. */

import { randomBytes } from 'node:crypto'
import type { CodeFunction } from '../../core/catalog/code-function.ts'
import { composeSnapshot, noHolders } from '../../core/catalog/compose.ts'
import type { Snapshot } from '../../core/catalog/snapshot.ts'
import type { FunctionManifest } from '../../core/domain/manifest.ts'
import type { ResultType } from '../../core/domain/result/result.ts'
import { toEmptySchema } from '../../core/domain/schema.ts'
import type { Specimen } from '../../core/domain/specimen.ts'
import { WorkerSide, type WorkerSideOptions } from '../../core/federation/worker/worker-side.ts'
import { createGate } from '../../core/functions/gate.ts'
import type { RegisteredFunction } from '../../core/functions/registry.ts'
import { createInlineRunner } from '../../core/run/inline-runner.ts'
import type { BundlePool } from '../../core/run/pool/bundle-pool.ts'
import { createTestLog } from '../contract/runner-harness.ts'

/** What specimens of these tests have in common: a mesh without texts, thumbnail or worker. */
export const plainSpecimen = {
  origin: null,
  displayName: '',
  description: '',
  tags: [],
  storyText: [],
  type: 'mesh',
  thumbnail: null,
} as const

/** Returns the snapshot of a worker that has these functions and specimens. */
export function toSnapshot(
  functions: readonly RegisteredFunction[],
  specimens: readonly Specimen[] = [],
): Snapshot {
  const pool = {
    usage: { size: 1, busy: 0, queued: 0, living: 0, crashes: 0 },
    createRunner: () => ({ run: () => Promise.reject(new Error('no bundles here')) }),
    warm: async () => {},
    close: async () => {},
  }
  const [bundles, folder] = [
    { bundles: [], errors: [] },
    { files: [], errors: [] },
  ]
  const sources = { functions, specimens: [], bundles, folder, data: folder, holders: noHolders }
  const { snapshot } = composeSnapshot(sources, pool)
  return { ...snapshot, specimens: new Map(specimens.map((specimen) => [specimen.id, specimen])) }
}

/** Returns the worker and its log; it has not started. */
export function createTestWorker(
  port: number,
  snapshot: Snapshot,
  options: Partial<WorkerSideOptions> = {},
): { readonly worker: WorkerSide; readonly log: ReturnType<typeof createTestLog> } {
  const log = createTestLog()
  const worker = new WorkerSide({
    relayUrl: `http://127.0.0.1:${port}`,
    id: 'w1',
    token: undefined,
    software: 'worker under test',
    instance: randomBytes(16).toString('hex'),
    catalog: { snapshot, reload: async () => snapshot },
    gate: createGate({ paramsLength: 2 ** 18 }),
    places: 4,
    random: () => 0,
    now: () => performance.now(),
    log,
    ...options,
  })
  return { worker, log }
}

/**
 * Returns a function that runs in this process; its parameters are the numbers `parameters`, then the
 * reporter.
 */
export function toInlineFunction(
  name: string,
  returnType: ResultType,
  fn: CodeFunction,
  parameters: readonly string[] = [],
): RegisteredFunction {
  const properties = Object.fromEntries(
    parameters.map((parameter) => [parameter, { type: 'number', default: 0 }]),
  )
  const schema = { ...toEmptySchema(name), properties }
  const manifest = { name, description: '', return_type: returnType, parameters, progress: null, schema }
  const options = {
    returnType,
    parameters,
    progress: null,
    check: async () => {},
    log: createTestLog(),
    runTimeoutSeconds: 60,
  }
  return { manifest, owner: 'code', revision: `${name} 1`, runner: createInlineRunner(fn, options) }
}

/** Returns the functions of a bundle that a pool runs, as a worker serves them. */
export function toPoolFunctions(
  pool: Pick<BundlePool, 'createRunner'>,
  {
    name,
    folder,
    manifests,
  }: { readonly name: string; readonly folder: string; readonly manifests: readonly FunctionManifest[] },
): RegisteredFunction[] {
  const runner = pool.createRunner({ name, source: name, hash: name, folder, functions: manifests })
  return manifests.map((manifest) => ({ manifest, owner: `bundle ${name}`, revision: name, runner }))
}
