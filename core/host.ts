import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { DestinationStream, Logger } from 'pino'
import { openAccess } from './access/access.ts'
import { Account } from './account/account.ts'
import type { CodeRegistration, CodeSources } from './catalog/code-function.ts'
import { createNoRemotes, type RemoteParts } from './catalog/remote-catalog.ts'
import { type Config, toConfig } from './config.ts'
import type { DevFeed } from './dev/dev-feed.ts'
import { createEngine, type Engine, type EngineOptions, envelopeDocument, viewerFiles } from './engine.ts'
import type { loadRelay } from './federation/relay/relay.ts'
import { type GroupSettings, readGroupSettings } from './group/group-settings.ts'
import { toRawAnswer } from './http/answer/errors.ts'
import { toEnvelopeTag } from './http/answer/represent.ts'
import { toReloadBody } from './http/answer/to-bodies.ts'
import { toListenProblem } from './http/connection/listen-address.ts'
import type { InjectOptions, InjectResponse } from './http/inject.ts'
import { createNetwork, type Network } from './http/network.ts'
import { createServer, type Server, type ServerOptions } from './http/server.ts'
import { Jobs } from './jobs/jobs.ts'
import { createHostMemory, type HostMemory, type MemoryOptions } from './memory/host-memory.ts'
import { Rooms, type RoomsOptions } from './rooms/rooms.ts'
import { Executor } from './run/executor.ts'
import { version } from './version.ts'
import { startWatch, watchHost } from './watch/host-watch.ts'
import { createLog } from './watch/log.ts'
import type { Watch } from './watch/watch.ts'
import type { ReloadBody } from './wire/bodies.ts'

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
  /** Starts to listen and returns the address. @throws `config.invalid` when it cannot be had */
  listen(): Promise<string>
  /** Answers a request without a socket, for tests and embedding. */
  inject(request: InjectOptions | string): Promise<InjectResponse>
  /** Reads bundles and specimens again, here and at every worker, and swaps the catalog. */
  reload(): Promise<ReloadBody>
  /** Ends within the drain timeout: answers in flight, then runs, processes and files. `reason` is logged. */
  close(reason?: string): Promise<void>
  /** Kills all runs at once: for a program that is about to exit and cannot wait for `close`. */
  abandon(): void
}

const clock = (): number => performance.now()
const createId = (): string => randomUUID().replaceAll('-', '')

/**
 * Returns a host whose catalog has been read; it does not listen yet. The first of its processes is starting,
 * so that the program ends only after `close`. @throws `config.invalid`
 */
export async function createHost(given: HostOptions = {}): Promise<Host> {
  const { functions = {}, manifests = [], logDestination, relay: isRelay = false, devFeed, ...values } = given
  const folders = isRelay ? { plugins: values.plugins ?? '', specimens: values.specimens ?? '' } : {}
  const config = toConfig({ ...values, ...folders })
  const log = await createLog(config, logDestination)
  const watch = await startWatch(config.otlpEndpoint, { log, version })
  const account = new Account(config)
  const { access, network, settings } = await openEntry(config, log)
  const workers = isRelay ? await openRelay(config, log, network) : undefined
  const isNamed = { plugins: values.plugins !== undefined, specimens: values.specimens !== undefined }
  const memory = await openMemory({ config, log, createId, clock }, settings)
  const createRemotes = (parts: RemoteParts) =>
    memory.gather?.(workers?.open, parts) ?? workers?.open(parts) ?? createNoRemotes()
  const parts = { config, log, functions, manifests, isNamed, createRemotes }
  const engine = await openEngine(parts, memory)
  const { catalog, gate, encoder, decoder, drawer, records, bundleNeeds, registration } = engine
  const { cache, peers, watched: group } = memory
  const relay = workers?.relay
  const { executor, jobs, rooms } = createWork(memory, config, watch, { catalog, gate, log })
  const measured = { ...engine, account, cache, jobs: memory.store, relay, version }
  const readiness = watchHost(watch, measured, { config, group, clock, log })
  const { envelopeMediaType, legacyClient, bodyBytes } = config
  const computing = { catalog, gate, executor, encoder, decoder, drawer, records, bundleNeeds }
  const forms = { envelopeMediaType, legacyClient, publicPath: network.publicPath }
  const services = { ...computing, account, jobs, rooms, cache, ...forms, log, watch, readiness }
  const upgrade = relay && { upgrade: relay.upgrade.bind(relay) }
  const shown = { version, envelopeDocument, viewerFiles, devFeed }
  const closeParts = async () => await Promise.all([engine.close(), memory.close(), access.close()])
  const served = { services, ...shown, bodyBytes, access, network, peers, ...upgrade }
  const server = await openServer(served, closeParts)

  let closing: Promise<void> | undefined
  const close = async (reason: string): Promise<void> => {
    log.info({ reason }, 'stopping')
    await memory.retire()
    await server.drain(config, () => memory.isBusy)
    for (const links of [relay, rooms]) links?.close()
    await server.close()
    await watch.close()
    await closeParts()
    log.info({}, 'stopped')
  }
  return {
    listen: async () => {
      const address = await listen(server, config, log)
      await memory.join({ catalog, gate, jobs })
      // Slow, so it starts after `listen` has resolved.
      setImmediate(() => closing ?? engine.settle())
      return address
    },
    inject: async (request) => await server.app.inject(request),
    ...registration,
    reload: async () => toReloadBody(await engine.reload()),
    close: (reason = 'asked by the program') => {
      closing ??= close(reason)
      return closing
    },
    abandon: engine.abandon,
  }
}

/** Returns the access rules of the API, shared with the other hosts of a group. @throws `config.invalid` */
async function openEntry(config: Config, log: Logger) {
  const settings = readGroupSettings(config)
  const network = createNetwork(config, { machineName: hostname(), now: clock })
  const access = await openAccess(config, { log, now: Date.now, ticketSecrets: settings?.secrets })
  if (network.origins === '*' && !access.asksToken)
    log.warn(
      {},
      'The pages of every origin can run functions and read results here; ' +
        'set --token, or list origins in --cors-origin and --embed-origin.',
    )
  return { access, network, settings }
}

/** Returns the engine of a host, which announces its bundles to its group. @throws `config.invalid` */
async function openEngine(options: EngineOptions, memory: HostMemory): Promise<Engine> {
  try {
    return await createEngine({ ...options, onReloaded: () => memory.refresh() })
  } catch (error) {
    await memory.close()
    throw error
  }
}

async function openServer(options: ServerOptions, closeParts: () => Promise<unknown>): Promise<Server> {
  try {
    return await createServer(options)
  } catch (error) {
    await closeParts()
    throw error
  }
}

function createWork(
  { flights, store, rooms: states }: HostMemory,
  config: Config,
  watch: Watch,
  parts: Pick<Engine, 'catalog' | 'gate'> & { readonly log: Logger },
) {
  const { log } = parts
  const executor = new Executor({ flights, log, clock, watch, limits: config })
  const { envelopeMediaType, cacheBytes: heldBytes } = config
  const toEtag: RoomsOptions['toEtag'] = (entry) => toEnvelopeTag(entry, envelopeMediaType)
  const rooms = new Rooms({ ...parts, states, executor, toEtag, heldBytes, clock, now: Date.now })
  return { executor, jobs: new Jobs({ store, executor, log, createId }), rooms }
}

async function openRelay(
  config: Config,
  log: Logger,
  { publicPath: { base } }: Network,
): ReturnType<typeof loadRelay> {
  const relays = await import('./federation/relay/relay.ts')
  return await relays.loadRelay(config, {
    log,
    toRawAnswer: (error, headers) => toRawAnswer(error, base, headers),
    software: `specimen-host ${version}`,
    instance: createId(),
    now: clock,
  })
}

async function openMemory(options: MemoryOptions, settings: GroupSettings | undefined): Promise<HostMemory> {
  if (!settings) return createHostMemory(options)
  const { openGroup } = await import('./group/open-group.ts')
  return await openGroup({ ...options, settings })
}

async function listen({ app }: Server, { host, port }: Config, log: Logger): Promise<string> {
  try {
    const address = await app.listen({ host, port })
    log.info({ address, version }, 'started')
    return address
  } catch (error) {
    throw toListenProblem(error, host, port)
  }
}
