import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { Log } from '../../contract/domain/log.ts'
import { schemaDialect } from '../../contract/domain/schema.ts'
import type { BundlePool, LoadedBundle } from '../../engine/run/pool/bundle-pool.ts'
import type { ReadinessCheck } from './health.ts'

/** The dependencies of a {@link Canary}. */
export interface CanaryOptions {
  /** Returns a pool like the host's own, with one place; each canary closes its own. */
  readonly createPool: () => BundlePool
  readonly folder: string
  readonly clock: () => number
  readonly log: Log
}

const code = 'export const canary = () => ({ width: 1, height: 1, channels: 1, data: new Uint8Array([1]) })\n'
const invocation: Invocation = {
  functionName: 'canary',
  revision: 'canary',
  params: {},
  roomId: 'canary',
  key: 'canary',
}
const lastingMilliseconds = 60_000
const runMilliseconds = 30_000

/**
 * A trivial run in a pool process of its own, which tests that this machine still starts processes and that
 * functions still answer. A readiness check starts one when the last is a minute old, and answers at once
 * with the last result. In one of the host's own places a canary would displace a warm bundle.
 */
export class Canary {
  readonly #options: CanaryOptions
  #bundle: Promise<LoadedBundle> | undefined
  #running: Promise<void> | undefined
  #endedAt = Number.NEGATIVE_INFINITY
  #problem: string | undefined = 'The first trial run has not ended yet.'
  readonly #closing = new AbortController()

  constructor(options: CanaryOptions) {
    this.#options = options
  }

  /** The check of the last canary; begins the next one when that is due. */
  get check(): ReadinessCheck {
    const findProblem = (): string | undefined => {
      if (this.#options.clock() - this.#endedAt > lastingMilliseconds) void this.start()
      return this.#problem
    }
    return { name: 'canary', findProblem }
  }

  /** Begins a canary unless one is running; resolves when it has ended. */
  async start(): Promise<void> {
    if (this.#closing.signal.aborted) return
    this.#running ??= this.#run().finally(() => {
      this.#endedAt = this.#options.clock()
      this.#running = undefined
    })
    await this.#running
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #run(): Promise<void> {
    const pool = this.#options.createPool()
    try {
      this.#bundle ??= writeBundle(this.#options.folder)
      const runner = pool.createRunner(await this.#bundle)
      const signal = AbortSignal.any([AbortSignal.timeout(runMilliseconds), this.#closing.signal])
      const context = { signal, progress: { report: () => {} } }
      const result = await runner.run(invocation, context)
      if (result.type !== 'image' || result.data[0] !== 1)
        throw new SpecimenError('internal', 'The trial run had another result than it returned.')
      this.#problem = undefined
    } catch (error) {
      if (this.#closing.signal.aborted) return
      this.#bundle = undefined // its folder may be missing
      this.#problem = 'A trial run in a pool process has failed; the log of the host says why.'
      this.#options.log.error({ err: error }, 'the canary run failed')
    } finally {
      await pool.close()
    }
  }
}

async function writeBundle(parent: string): Promise<LoadedBundle> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(parent, 'canary-'))
  const module = join(folder, 'index.mjs')
  await writeFile(module, code)
  // Set, as the umask cuts what is given to open; plugins may be another user of the folder's group.
  await chmod(module, 0o440)
  await chmod(folder, 0o550)
  const schema = { $schema: schemaDialect, title: 'canary', type: 'object', properties: {} } as const
  const manifest = { name: 'canary', description: '', return_type: 'image', schema } as const
  return {
    name: 'canary',
    source: 'canary',
    hash: 'canary',
    folder,
    functions: [{ ...manifest, parameters: [], progress: null }],
  }
}
