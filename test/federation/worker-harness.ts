/** A worker in this process, with times and chances that a test chooses, and the snapshots it serves. */

import { randomBytes } from 'node:crypto'
import type { FunctionManifest } from '../../core/contract/domain/manifest.ts'
import type { ResultType } from '../../core/contract/domain/result/result.ts'
import { toEmptySchema } from '../../core/contract/domain/schema.ts'
import type { Specimen } from '../../core/contract/domain/specimen.ts'
import { decodeFile } from '../../core/data/formats/decode-file.ts'
import type { CodeFunction } from '../../core/engine/catalog/code-function.ts'
import { composeSnapshot, noHolders } from '../../core/engine/catalog/compose.ts'
import type { Snapshot } from '../../core/engine/catalog/snapshot.ts'
import { createGate } from '../../core/engine/functions/gate.ts'
import type { RegisteredFunction } from '../../core/engine/functions/registry.ts'
import type { DecodedFile, FileDecoder } from '../../core/engine/run/decoding/file-decoder.ts'
import { createInlineRunner } from '../../core/engine/run/inline-runner.ts'
import type { BundlePool } from '../../core/engine/run/pool/bundle-pool.ts'
import type { RunContext } from '../../core/engine/run/runner.ts'
import { WorkerSide, type WorkerSideOptions } from '../../core/federation/worker/worker-side.ts'
import { createTestLog } from '../interface/runner-harness.ts'

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
    decoder: {
      createRunner: () => ({ run: () => Promise.reject(new Error('no files to decode here')) }),
      close: async () => {},
    },
    places: 4,
    resultBytes: 2 ** 26,
    dataBytes: 2 ** 26,
    check: async () => {},
    random: () => 0,
    now: () => performance.now(),
    log,
    ...options,
  })
  return { worker, log }
}

/** Returns a decoder that reads the whole file and decodes it here; `hold` delays each run. `decoded` has the names. */
export function createLocalDecoder(hold: (context: RunContext) => Promise<void> = async () => {}): {
  readonly decoder: FileDecoder
  readonly decoded: string[]
} {
  const decoded: string[] = []
  const createRunner = ({ name, open }: DecodedFile) => ({
    run: async (_: unknown, context: RunContext) => {
      context.onAdmitted?.()
      decoded.push(name)
      await hold(context)
      const parts: Uint8Array[] = []
      for await (const part of (await open(context.signal)).body ?? []) parts.push(part)
      return await decodeFile(new Uint8Array(Buffer.concat(parts)), name).finally(() =>
        context.onReleased?.(),
      )
    },
  })
  return { decoder: { createRunner, close: async () => {} }, decoded }
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
