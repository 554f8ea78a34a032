/**
 * The common part of a host and a worker: a catalog and everything that computes for it. A host puts an HTTP
 * server before it, a worker a link to its relay.
 */
import { existsSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { toSpecimenError } from '../contract/domain/errors.ts'
import { Catalog } from './catalog/catalog.ts'
import type { CodeRegistration, CodeSources } from './catalog/code-function.ts'
import { createCodeRegistration } from './catalog/register-code.ts'
import { createNoRemotes, type RemoteCatalogs, type RemoteParts } from './catalog/remote-catalog.ts'
import { scanData } from './catalog/scan-data.ts'
import { scanFolder } from './catalog/scan-folder.ts'
import type { Snapshot } from './catalog/snapshot.ts'
import { type ReloadChanges, ServedSources } from './catalog/source-changes.ts'
import type { EngineSettings } from './engine-settings.ts'
import { BundleCopies } from './functions/bundle-copies.ts'
import { createBundleLoader } from './functions/bundle-loader.ts'
import { BundleNeeds } from './functions/bundle-needs.ts'
import { BundleRecords } from './functions/bundle-records.ts'
import { createKeyReader, type KeyReader } from './functions/bundle-signature.ts'
import { createGate, type Gate } from './functions/gate.ts'
import { createPrivateFolder } from './functions/private-folder.ts'
import { RepeatedReload } from './functions/repeated-reload.ts'
import { watchFolders } from './functions/watch-folders.ts'
import { readBundleVariables } from './run/bundle-variables.ts'
import type { FileDecoder } from './run/decoding/file-decoder.ts'
import { createFileDecoder } from './run/decoding/pooled-decoder.ts'
import type { Drawer } from './run/drawing/drawer.ts'
import { createThreadDrawer } from './run/drawing/thread-drawer.ts'
import type { Encoder } from './run/encoding/encoder.ts'
import { createThreadEncoder } from './run/encoding/thread-encoder.ts'
import type { BundlePool, BundlePoolOptions } from './run/pool/bundle-pool.ts'
import { createProcessPool, createThreadPool } from './run/pool/tiers.ts'
import type { CheckResult } from './run/runner.ts'
import { createPoolGuard, findReaders, type PoolGuard } from './run/walls/pool-guard.ts'

/** The parameters of {@link createEngine}. */
export interface EngineOptions extends CodeSources {
  readonly config: EngineSettings
  readonly log: Logger
  /** The folder from which packages with native code are loaded, when not that of the bundles. */
  readonly packages?: string | undefined
  /** Set for folders named by the user; the others may be absent. */
  readonly isNamed: { readonly plugins: boolean; readonly specimens: boolean }
  /** Makes the remote catalogs that the engine merges with its own. */
  readonly createRemotes?: ((parts: RemoteParts) => RemoteCatalogs) | undefined
  /** Called after each reload, once the new snapshot is in use. */
  readonly onReloaded?: () => Promise<void>
  /** Called after each change of the catalog, of a worker's part or in code too, before it is in use. */
  readonly onChanged?: () => void
  /** Returns the walls of this machine when they are known already. */
  readonly findWalls?: PoolGuard['findWalls'] | undefined
}

/** The catalog and its computations, in one process. */
export interface Engine {
  readonly catalog: Catalog
  readonly gate: Gate
  readonly encoder: Encoder
  readonly decoder: FileDecoder
  readonly drawer: Drawer
  readonly pool: BundlePool
  readonly records: BundleRecords
  readonly bundleNeeds: BundleNeeds
  /** Removes remains of ended hosts: the deferred work of a start. Never throws. */
  settle(): Promise<void>
  readonly registration: CodeRegistration
  readonly privateFolder: string
  /** Returns one more pool like the host's, for a run at a time; the caller closes it. */
  createTrialPool(): BundlePool
  /** Reads bundles and specimens again; successes and failures are logged as after every reload. */
  reload(): Promise<Snapshot>
  /** Kills all runs, for a process that is about to exit without waiting. */
  abandon(): void
  close(): Promise<void>
}

/** The part of an engine that computes, without the catalog. */
interface Computing
  extends Pick<
    Engine,
    'encoder' | 'decoder' | 'drawer' | 'pool' | 'privateFolder' | 'createTrialPool' | 'settle' | 'close'
  > {
  /** The private copies of bundles. */
  readonly copies: BundleCopies
  readonly check: CheckResult
}

// Addresses of files are from `dist`, where this module is bundled.
/** The file of this package that explains the envelope. */
export const envelopeDocument = new URL('../ENVELOPE.md', import.meta.url)

/** The folder of this package with the viewer, built. */
export const viewerFiles = new URL('./viewer/', import.meta.url)

/** The viewer in one file, for the chats of agents. */
export const appPage = new URL('app.html', viewerFiles)

const watchPause = 1000

/** The entry of pool processes. */
export const processEntry = new URL('./pool-process.js', import.meta.url)

/** Returns an engine whose catalog has been read. @throws `config.invalid` */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { config, log, findWalls } = options
  const readSigners = createKeyReader(config.requireSignature)
  await readSigners() // a wrong file ends the start early
  const guard = createPoolGuard(config, log, findWalls)
  const computing = await openComputing(options, guard)
  try {
    await warm(computing.pool, config, log)
    return await openCatalog(options, computing, guard, readSigners)
  } catch (error) {
    await computing.close()
    throw error
  }
}

async function openCatalog(
  {
    config,
    log,
    functions = {},
    manifests = [],
    isNamed,
    createRemotes = createNoRemotes,
    onReloaded,
    onChanged,
  }: EngineOptions,
  { close, check, copies, ...computing }: Computing,
  { allowed }: PoolGuard,
  readSigners: KeyReader,
): Promise<Engine> {
  const { pool } = computing
  const records = new BundleRecords({ pool, now: () => performance.now(), log })
  const { specimens: path, data, followLinks, metadataBytes, isolation, sandbox } = config
  const isHeld = isolation === 'process' && sandbox !== 'off'
  const bundleNeeds = new BundleNeeds({ allowed, isHeld, log })
  const loader = createBundleLoader(config, { copies, readSigners, isOptional: !isNamed.plugins })
  const served = new ServedSources()
  const catalog = new Catalog({
    loadBundles: loader.load,
    scanFolder: async (before) => {
      if (!path) return { files: [], errors: [] }
      return await scanFolder({ path, followLinks, isOptional: !isNamed.specimens }, metadataBytes, before)
    },
    scanData: async (before) =>
      data === undefined ? { files: [], errors: [] } : await scanData(data, metadataBytes, before),
    pool: records,
    remotes: createRemotes({ check, onChange: () => catalog.invalidate() }),
    now: () => performance.now(),
    onChanged,
    onReloaded: async (snapshot, milliseconds) => {
      records.keepOnly(loader.dropOthers())
      logReload(log, snapshot, served.update(catalog.bundles.used, snapshot), milliseconds)
      bundleNeeds.report(
        catalog.bundles.used,
        snapshot.errors.map(({ source }) => source),
      )
      repeated.plan(snapshot.errors)
      await onReloaded?.()
    },
  })
  const runTimeoutSeconds = config.runTimeout
  const registration = createCodeRegistration({ catalog, manifests, check, log, runTimeoutSeconds })
  for (const [name, fn] of Object.entries(functions))
    registration.registerFunction(name, fn, { returns: 'mesh' })
  const reload = async (): Promise<Snapshot> => await catalog.reload()
  const repeated = new RepeatedReload(reload, log)
  const watch = config.watch ? await watchSources(config, reload, log) : undefined
  await reload()
  const abandon = (): void => {
    pool.close().catch((error: unknown) => log.error({ err: error }, 'the pool could not be ended'))
  }
  const parts = { catalog, gate: createGate(config), registration, records, bundleNeeds }
  const closeAll = async (): Promise<void> => {
    repeated.close()
    await watch?.close()
    await close()
  }
  return { ...computing, ...parts, reload, abandon, close: closeAll }
}

async function openComputing(options: EngineOptions, guard: PoolGuard): Promise<Computing> {
  const { config, log } = options
  const { queueSize, resultBytes, heapMebibytes, runTimeout } = config
  const folder = await createPrivateFolder({ now: Date.now, log, readers: findReaders() })
  const copies = new BundleCopies(folder, log)
  const encoding = new URL('./encoder-thread.js', import.meta.url)
  const now = (): number => performance.now()
  const encoder = createThreadEncoder({ entry: encoding, threads: 2, log, now })
  const drawing = new URL('./drawing-thread.js', import.meta.url)
  const drawer = createThreadDrawer({ entry: drawing, heapMebibytes, log, now })
  const check: CheckResult = (result) => encoder.check(result)
  const decoder = createFileDecoder({
    entry: processEntry,
    bundle: new URL('./decoder/', import.meta.url),
    findWalls: guard.findWalls,
    size: 2,
    queueLimit: queueSize,
    resultBytes,
    heapMebibytes,
    runTimeoutSeconds: runTimeout,
    check,
    log,
  })
  const variables = readBundleVariables(config.env ?? '', process.env)
  const packages = resolve(options.packages ?? config.plugins)
  const parts = {
    log,
    check,
    variables,
    ...guard,
    folder: folder.path,
    packages: existsSync(packages) ? realpathSync(packages) : packages,
  }
  const pool = createPool(config, parts)
  const close = async (): Promise<void> => {
    await pool.close()
    await Promise.all([decoder.close(), encoder.close(), drawer.close()])
    await folder.close()
  }
  const createTrialPool = (): BundlePool => createPool({ ...config, poolSize: 1 }, parts)
  const computing = { encoder, decoder, drawer, pool, copies, privateFolder: folder.path, createTrialPool }
  return { ...computing, settle: () => folder.tidy(), check, close }
}

async function watchSources(
  { plugins, specimens, data = '', requireSignature = '', followLinks }: EngineSettings,
  reload: () => Promise<Snapshot>,
  log: Logger,
) {
  const paths = [plugins, specimens, data, requireSignature].filter((path) => path !== '')
  return await watchFolders({ paths, followLinks, reload, pauseMilliseconds: watchPause, log })
}

/**
 * Starts the first process, which takes as long as all other work before a host listens. Resolves at once,
 * unless the host requires walls: that process finds out if they stand.
 * @throws `config.invalid`
 */
async function warm(pool: BundlePool, { plugins, sandbox }: EngineSettings, log: Logger): Promise<void> {
  if (!plugins && sandbox !== 'require') return
  const warmed = pool.warm()
  if (sandbox === 'require') return await warmed
  warmed.catch((error: unknown) => {
    if (toSpecimenError(error).code === 'host.stopping') return
    log.error({ err: error }, 'the pool could not be warmed')
  })
}

function logReload(
  log: Logger,
  { specimens, functions, bundles, errors }: Snapshot,
  changes: ReloadChanges,
  milliseconds: number,
): void {
  const counts = { specimens: specimens.size, functions: functions.size, bundles, problems: errors.length }
  log.info({ ...counts, changes, milliseconds: Math.round(milliseconds) }, 'bundles and specimens were read')
  for (const { source, code, detail, cause } of errors) {
    log.warn({ source, code, ...(cause !== undefined && { err: cause }) }, `${source}: ${detail}`)
  }
  for (const specimen of specimens.values()) {
    if (specimen.kind !== 'static' || !specimen.notes) continue
    log.info({ specimen: specimen.id, notes: specimen.notes }, 'the data of a specimen have notes')
  }
}

function createPool(
  config: EngineSettings,
  parts: PoolGuard & Pick<BundlePoolOptions, 'folder' | 'packages' | 'variables' | 'check' | 'log'>,
): BundlePool {
  const isThread = config.isolation === 'thread'
  const create = isThread ? createThreadPool : createProcessPool
  return create({
    entry: isThread ? new URL('./pool-thread.js', import.meta.url) : processEntry,
    ...parts,
    size: config.poolSize,
    queueLimit: config.queueSize,
    resultBytes: config.resultBytes,
    heapMebibytes: config.heapMebibytes,
    runTimeoutSeconds: config.runTimeout,
    now: () => performance.now(),
  })
}
