/**
 * A host: the whole service in one object, for a program that embeds it and for `specimen serve`. This is the only place
 * that picks implementations: which pool, which cache, which store.
 */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { InjectOptions, Response } from 'light-my-request'
import { type DestinationStream, type Logger, pino } from 'pino'
import { MemoryRoomCache } from './cache/memory-room-cache.ts'
import { Catalog } from './catalog/catalog.ts'
import {
  type CodeFunction,
  type CodeFunctionOptions,
  type CodeSpecimen,
  registerFunction,
  registerSpecimen,
} from './catalog/register-code.ts'
import { scanFolder } from './catalog/scan-folder.ts'
import { type Config, toConfig } from './config.ts'
import type { Manifest } from './domain/manifest.ts'
import { createSchemaCompiler } from './functions/check-schema.ts'
import { createGate } from './functions/gate.ts'
import { loadBundles } from './functions/load-bundles.ts'
import { createPrivateFolder } from './functions/private-folder.ts'
import { createServer } from './http/server.ts'
import { toReloadBody } from './http/to-bodies.ts'
import { Jobs } from './jobs/jobs.ts'
import { MemoryJobStore } from './jobs/memory-job-store.ts'
import type { Encoder } from './run/encoder.ts'
import { Executor } from './run/executor.ts'
import { createProcessPool } from './run/process-pool.ts'
import { createThreadEncoder } from './run/thread-encoder.ts'
import { createThreadPool } from './run/thread-pool.ts'
import type { ReloadBody } from './wire/bodies.ts'

export type { CodeFunction, CodeFunctionOptions, CodeSpecimen } from './catalog/register-code.ts'
export type { Config } from './config.ts'

/** What `createHost` takes: any option of {@link Config}, and functions in code. */
export interface HostOptions extends Partial<{ -readonly [Name in keyof Config]: Config[Name] | undefined }> {
  /** Mesh functions by name. */
  readonly functions?: { readonly [name: string]: CodeFunction }
  /** Manifests of `specimen build` whose entries describe functions registered in code under the same names. */
  readonly manifests?: readonly Manifest[]
  /** Where the log goes, one JSON line an event; standard output when absent. */
  readonly logDestination?: DestinationStream
}

export interface Host {
  /** Starts to listen and returns the address, `http://HOST:PORT`. */
  listen(): Promise<string>
  /** Answers a request without a socket, for tests and embedding. */
  inject(request: InjectOptions | string): Promise<Response>
  /** Adds a function that runs on this process's event loop. @throws `name.taken`, `config.invalid` or `schema.invalid` */
  registerFunction(name: string, fn: CodeFunction, options?: CodeFunctionOptions): void
  /** Adds a function and a specimen that shows it, in one call. @throws as `registerFunction` */
  registerSpecimen(specimen: CodeSpecimen, fn: CodeFunction, options?: CodeFunctionOptions): void
  /** Reads bundles and specimens again and swaps the catalog. */
  reload(): Promise<ReloadBody>
  /** Ends within the drain timeout: answers in flight first, then runs, processes and files. May be called twice. */
  close(): Promise<void>
}

const { version } = createRequire(import.meta.url)('../package.json') as { version: string } // our own package

/** Returns a host whose catalog has been read; it does not listen yet. @throws `config.invalid` */
export async function createHost(given: HostOptions = {}): Promise<Host> {
  const { functions = {}, manifests = [], logDestination, ...values } = given
  const config = toConfig(values)
  const log = createLog(config, logDestination)
  const privateFolder = await createPrivateFolder()
  const createId = () => randomBytes(16).toString('hex')
  const clock = () => performance.now()
  const encoder = createThreadEncoder({ entry: new URL('./encoder-thread.js', import.meta.url), threads: 2, log })
  const check: Encoder['check'] = (result) => encoder.check(result)
  const pool = createPool(config, log, check)
  const compiler = createSchemaCompiler()
  const cache = new MemoryRoomCache({ ttlSeconds: config.cacheTtl, byteLimit: config.cacheBytes, now: clock })
  const store = new MemoryJobStore({
    ttlSeconds: config.jobTtl,
    runningLimit: config.jobLimit,
    byteLimit: config.jobBytes,
    now: clock,
  })
  const executor = new Executor({ cache, log, createId, now: Date.now })
  const jobs = new Jobs({ store, executor, log, createId })
  const catalog = new Catalog({
    loadBundles: () => loadBundles(config.plugins, privateFolder),
    scanFolder: () => scanFolder(config.specimens),
    pool,
    compiler,
  })
  const services = {
    catalog,
    gate: createGate(compiler),
    executor,
    jobs,
    cache,
    encoder,
    envelopeMediaType: config.envelopeMediaType,
  }
  const { app, drain } = await createServer({ services, log, version, bodyBytes: config.bodyBytes, token: config.token })

  const registration = {
    catalog,
    manifests,
    check,
    log,
    runTimeoutSeconds: config.runTimeout,
  }
  for (const [name, fn] of Object.entries(functions)) registerFunction(registration, name, fn, { returns: 'mesh' })
  const reload = async (): Promise<ReloadBody> => {
    const body = toReloadBody(await catalog.reload())
    for (const error of body.errors) log.warn(error, `${error.source} was not loaded: ${error.detail}`)
    return body
  }
  await reload()

  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    await drain(config.drainTimeout)
    await pool.close()
    await Promise.all([encoder.close(), cache.close(), store.close()])
    await rm(privateFolder, { recursive: true, force: true })
  }
  return {
    listen: async () => {
      const address = await app.listen({ host: config.host, port: config.port })
      pool.warm().catch((error: unknown) => log.error({ err: error }, 'the pool could not be warmed'))
      return address
    },
    inject: async (request) => await app.inject(request),
    registerFunction: (name, fn, options) => registerFunction(registration, name, fn, options),
    registerSpecimen: (specimen, fn, options) => registerSpecimen(registration, specimen, fn, options),
    reload,
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

function createLog({ logLevel }: Config, destination: DestinationStream | undefined): Logger {
  const settings = { level: logLevel, base: null }
  return destination ? pino(settings, destination) : pino(settings)
}

function createPool(config: Config, log: Logger, check: Encoder['check']) {
  const isThread = config.isolation === 'thread'
  const create = isThread ? createThreadPool : createProcessPool
  return create({
    entry: new URL(isThread ? './pool-thread.js' : './pool-process.js', import.meta.url),
    size: config.poolSize,
    queueLimit: config.queueSize,
    resultBytes: config.resultBytes,
    heapMebibytes: config.heapMebibytes,
    runTimeoutSeconds: config.runTimeout,
    check,
    log,
  })
}
