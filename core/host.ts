import { randomUUID } from 'node:crypto'
import type { DestinationStream, Logger } from 'pino'
import type { ReloadBody } from './contract/wire/bodies.ts'
import type { CodeRegistration, CodeSources } from './engine/catalog/code-function.ts'
import { createNoRemotes } from './engine/catalog/remote-catalog.ts'
import {
  appPage,
  createEngine,
  type Engine,
  type EngineOptions,
  envelopeDocument,
  viewerFiles,
} from './engine/engine.ts'
import { Executor } from './engine/run/executor.ts'
import type { LoadedRelay, Relay } from './federation/relay/relay.ts'
import type { GroupSettings } from './group/group-settings.ts'
import { listen, openEntry } from './host-entry.ts'
import { OpenedParts } from './opened-parts.ts'
import { type Config, toConfig } from './options/config.ts'
import { Account } from './service/account/account.ts'
import { Calls } from './service/calls/calls.ts'
import { openCallerFiles } from './service/files/open-caller-files.ts'
import type { SharedFiles } from './service/files/shared-files.ts'
import { toRawAnswer } from './service/http/answer/errors.ts'
import { toEnvelopeTag } from './service/http/answer/represent.ts'
import { toReloadBody } from './service/http/answer/to-bodies.ts'
import type { DevFeed } from './service/http/dev-feed.ts'
import type { InjectOptions, InjectResponse } from './service/http/inject.ts'
import type { Network } from './service/http/network.ts'
import { createServer, type ServerOptions } from './service/http/server.ts'
import { Jobs } from './service/jobs/jobs.ts'
import type { Mcp } from './service/mcp/mcp.ts'
import { openAgents } from './service/mcp/open-agents.ts'
import { Rooms } from './service/rooms/rooms.ts'
import { createMemorySharing } from './service/sharing/memory-sharing.ts'
import type { Sharing, SharingOptions } from './service/sharing/sharing.ts'
import type { CheckedCertificate } from './service/tls/checked-certificate.ts'
import { startWatch, watchHost } from './service/watch/host-watch.ts'
import { createLog } from './service/watch/log.ts'
import type { Watch } from './service/watch/watch.ts'
import { version } from './version.ts'

/** The parameters of `createHost`: any option of {@link Config}, and functions in code. */
export interface HostOptions
  extends Partial<{ -readonly [Name in keyof Config]: Config[Name] | undefined }>,
    CodeSources {
  /** Accept workers at `/ws/federation/{worker_id}`. Folders of the relay itself must then be named. */
  readonly relay?: boolean
  /** Destination of the log, one JSON line an event; standard output when absent. */
  readonly logDestination?: DestinationStream
  /** The events of `specimen dev` for the viewer's page, which polls `/dev/feed`. */
  readonly devFeed?: DevFeed | undefined
}

/** The whole service in one object, for embedding and `specimen serve`; with `relay`, also for workers. */
export interface Host extends CodeRegistration {
  /** The certificate that clients get now; undefined for HTTP without TLS. */
  readonly certificate: CheckedCertificate | undefined
  /** Starts to listen; returns `http://HOST:PORT`, or `https:`. @throws `config.invalid` when it cannot */
  listen(): Promise<string>
  /** Answers a request without a socket, for tests and embedding. */
  inject(request: InjectOptions | string): Promise<InjectResponse>
  /** Reads bundles and specimens again, here and at every worker, and swaps the catalog. */
  reload(): Promise<ReloadBody>
  /** Ends within the drain timeout: answers, runs, processes, files. May be called twice; logs `reason`. */
  close(reason?: string): Promise<void>
  /** Kills all runs at once: for a program that is about to exit and cannot wait for `close`. */
  abandon(): void
}

const clock = (): number => performance.now()
const createId = (): string => randomUUID().replaceAll('-', '')

/**
 * Returns a host whose catalog has been read; it does not listen yet. The first of its processes is starting,
 * so that the program ends only after `close`. @throws `config.invalid`
 *
 * @example
 * import { createHost } from 'specimen-host'
 *
 * const host = await createHost({ plugins: 'dist/plugins', specimens: 'specimens', port: 8000 })
 * host.registerSpecimen(
 *   { id: 'triangle', displayName: 'A triangle' },
 *   (side: number) => ({
 *     vertices: Float32Array.of(0, 0, 0, side, 0, 0, 0, side, 0),
 *     indices: Uint32Array.of(0, 1, 2),
 *   }),
 *   { returns: 'mesh', schema: { type: 'object', properties: { side: { type: 'number', default: 1 } } } },
 * )
 * console.log(`Open ${await host.listen()} in a browser.`)
 * process.once('SIGTERM', () => void host.close('asked to stop'))
 */
export async function createHost(given: HostOptions = {}): Promise<Host> {
  const parts = new OpenedParts()
  try {
    return await openHost(given, parts)
  } catch (error) {
    await parts.close()
    throw error
  }
}

/** Opens a host; `parts` gets each part that it opens. */
async function openHost(given: HostOptions, parts: OpenedParts): Promise<Host> {
  const { functions = {}, manifests = [], logDestination, relay: isRelay = false, devFeed, ...values } = given
  const folders = isRelay ? { plugins: values.plugins ?? '', specimens: values.specimens ?? '' } : {}
  const config = toConfig({ ...values, ...folders })
  const log = await createLog(config, logDestination)
  const watch = await startWatch(config.otlpEndpoint, { log, version })
  parts.add(() => watch.close())
  const account = new Account(config)
  const { access, network, settings, certificate } = await openEntry(config, { log, clock, parts })
  const workers = isRelay ? await openRelay(config, log, network) : undefined
  const sharing = await openSharing({ config, account, log, createId, clock }, settings)
  parts.add(() => sharing.close())
  const options: EngineOptions = {
    config,
    log,
    functions,
    manifests,
    isNamed: { plugins: values.plugins !== undefined, specimens: values.specimens !== undefined },
    createRemotes: (local) =>
      sharing.gather?.(workers?.open, local) ?? workers?.open(local) ?? createNoRemotes(),
    onChanged: () => agents?.announce(),
  }
  let agents: Mcp | undefined
  const engine = await openEngine(options, sharing, () => workers?.relay)
  parts.add(() => engine.close())
  const relay = workers?.relay
  const files = openCallerFiles({ account, config, log, catalog: engine.catalog, others: sharing.files })
  parts.add(() => files.close())
  const { executor, jobs, rooms } = openWork({ config, log, account, watch, sharing, engine, files, network })
  const readiness = watchHost(
    watch,
    {
      account,
      pool: engine.pool,
      createTrialPool: engine.createTrialPool,
      privateFolder: engine.privateFolder,
      catalog: engine.catalog,
      cache: sharing.cache,
      jobs: sharing.store,
      relay,
      version,
    },
    { config, group: sharing.watched, clock, log },
  )
  const { catalog, gate, decoder } = engine
  const reached = {
    account,
    calls: new Calls({ catalog, gate, decoder, executor, files }),
    files,
    gate,
    jobs,
    cache: sharing.cache,
    rooms,
    encoder: engine.encoder,
    drawer: engine.drawer,
    records: engine.records,
    bundleNeeds: engine.bundleNeeds,
    listBundles: () => catalog.bundles,
    provenance: { version, findSigner: (hash: string) => catalog.findSigner(hash) },
    reload: async () => await catalog.reload(),
    envelopeMediaType: config.envelopeMediaType,
    legacyClient: config.legacyClient,
    publicPath: network.publicPath,
    log,
    watch,
    readiness,
  }
  const documents = { envelopeDocument, appPage }
  agents = await openAgents(config, { parts: reached, network, version, ...documents, createId, now: clock })
  const served: ServerOptions = {
    parts: reached,
    version,
    envelopeDocument,
    viewerFiles,
    devFeed,
    bodyBytes: config.bodyBytes,
    access,
    network,
    certificate,
    peers: sharing.peers,
    agents,
    passage: sharing.passage,
    ...(relay && { upgrade: relay.upgrade.bind(relay) }),
  }
  const server = await createServer(served)

  let closing: Promise<void> | undefined
  const close = async (reason: string): Promise<void> => {
    log.info({ reason }, 'stopping')
    await sharing.retire()
    await server.drain(config, () => sharing.isBusy)
    for (const links of [relay, rooms, sharing.passage]) links?.close()
    await agents?.close()
    await server.close()
    await parts.close()
    log.info({}, 'stopped')
  }
  return {
    get certificate() {
      return certificate?.current
    },
    listen: async () => {
      const address = await listen(server, config, log)
      await sharing.join({ catalog, gate, decoder, jobs, files })
      // Slow, so it starts after `listen` has resolved.
      setImmediate(() => closing ?? engine.settle())
      return address
    },
    inject: async (request) => await server.app.inject(request),
    ...engine.registration,
    reload: async () => toReloadBody(await engine.reload()),
    close: (reason = 'asked by the program') => {
      closing ??= close(reason)
      return closing
    },
    abandon: engine.abandon,
  }
}

/**
 * Returns the engine of a host, which announces its bundles to its group; files of a relay's workers are
 * decoded at those. @throws `config.invalid`
 */
async function openEngine(
  options: EngineOptions,
  sharing: Sharing,
  findRelay: () => Relay | undefined,
): Promise<Engine> {
  const engine = await createEngine({ ...options, onReloaded: async () => await sharing.refresh() })
  const relay = findRelay() // which the catalog of the engine has opened
  return relay ? { ...engine, decoder: relay.decodeThere(engine.decoder) } : engine
}

/** The parts of a host on which its executor, jobs and rooms stand. */
interface WorkParts {
  readonly config: Config
  readonly log: Logger
  readonly account: Account
  readonly watch: Watch
  readonly sharing: Sharing
  readonly engine: Engine
  readonly files: SharedFiles
  readonly network: Network
}

/** The work that clients ask of a host. */
interface Work {
  readonly executor: Executor
  readonly jobs: Jobs
  readonly rooms: Rooms
}

function openWork({ config, log, account, watch, sharing, engine, files, network }: WorkParts): Work {
  const { flights } = sharing
  const data = account.of('data')
  const { limits: rates } = network
  const { resultBytes } = config
  const executor = new Executor({ flights, log, clock, watch, limits: config, data, resultBytes, rates })
  return {
    executor,
    jobs: new Jobs({ store: sharing.store, executor, log, createId }),
    rooms: new Rooms({
      catalog: engine.catalog,
      gate: engine.gate,
      decoder: engine.decoder,
      files,
      account,
      log,
      states: sharing.rooms,
      executor,
      toEtag: (entry) => toEnvelopeTag(entry, config.envelopeMediaType),
      clock,
      now: Date.now,
    }),
  }
}

async function openRelay(
  config: Config,
  log: Logger,
  { publicPath: { base } }: Network,
): Promise<LoadedRelay> {
  const relays = await import('./federation/relay/relay.ts')
  return await relays.loadRelay(config, {
    log,
    toRawAnswer: (error, headers) => toRawAnswer(error, base, headers),
    software: `specimen-host ${version}`,
    instance: createId(),
    now: clock,
  })
}

async function openSharing(options: SharingOptions, settings: GroupSettings | undefined): Promise<Sharing> {
  if (!settings) return createMemorySharing(options)
  const { openGroup } = await import('./group/open-group.ts')
  return await openGroup({ ...options, settings })
}
