/** Watches a host: its metrics, its readiness and, with a collector, its traces. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Engine } from './engine.ts'
import type { HostMemory } from './rooms.ts'
import { version } from './version.ts'
import { Canary } from './watch/canary.ts'
import { createFolderCheck, type ReadinessCheck } from './watch/health.ts'
import { collectHost } from './watch/host-metrics.ts'
import type { OtlpExporter } from './watch/trace/otlp-exporter.ts'
import { Watch } from './watch/watch.ts'

/** A watch, and the exporter of its traces, if any. */
export interface StartedWatch {
  readonly watch: Watch
  readonly exporter: OtlpExporter | undefined
}

/** The parts of a host that its health and metrics cover. */
export interface WatchedParts {
  readonly config: Config
  readonly log: Logger
  readonly engine: Engine
  readonly rooms: HostMemory
  readonly relay: { countConnected(): number } | undefined
}

/** The watch for the routes, with its end. */
export interface WatchedHost {
  readonly seen: { readonly watch: Watch; readonly readiness: readonly ReadinessCheck[] }
  close(): Promise<void>
}

/**
 * Returns the watch of a host; the exporter of traces is loaded only when needed.
 * @throws `config.invalid`
 */
export async function startWatch({ otlpEndpoint }: Config, log: Logger): Promise<StartedWatch> {
  const { env: environment } = process
  const endpoint = otlpEndpoint ?? environment.OTEL_EXPORTER_OTLP_ENDPOINT
  const idPrefix = randomBytes(6).toString('hex')
  const options = { log, now: Date.now, idPrefix }
  if (!endpoint) return { watch: new Watch(options), exporter: undefined }
  const { OtlpExporter } = await import('./watch/trace/otlp-exporter.ts')
  const { createRequestSpan: createSpan } = await import('./watch/trace/create-span.ts')
  const watch = new Watch({ ...options, createSpan })
  const exporter = new OtlpExporter({ endpoint, environment, version, log }, watch)
  watch.add(() => exporter.collect())
  return { watch, exporter }
}

/** Adds the parts of a host to its watch. */
export function watchParts({ watch, exporter }: StartedWatch, parts: WatchedParts): WatchedHost {
  const { config, log, engine, rooms, relay } = parts
  const { catalog, pool } = engine
  const countCatalog = () => {
    const { specimens, functions, errors } = catalog.snapshot
    return { specimens: specimens.size, functions: functions.size, problems: errors.length }
  }
  const countWorkers = relay && (() => relay.countConnected())
  watch.add(() =>
    collectHost({ pool, cache: rooms.cache, jobs: rooms.store, countWorkers, countCatalog, version }),
  )
  const canary = new Canary({
    createPool: engine.createTrialPool,
    folder: engine.privateFolder,
    clock: () => performance.now(),
    log,
  })
  // A folder that was not named may be absent; one that existed stays required.
  const folders = [config.plugins, config.specimens].filter((folder) => folder !== '' && existsSync(folder))
  const poolCheck: ReadinessCheck = {
    name: 'pool',
    findProblem: () => (pool.usage.living > 0 ? undefined : 'No process for plugins is running.'),
  }
  // A host without plugins starts no process for them.
  if (rooms.watched) watch.add(rooms.watched.collect)
  const own = [createFolderCheck(folders), ...(config.plugins ? [poolCheck, canary.check] : [])]
  const readiness = [...own, ...(rooms.watched ? [rooms.watched.readiness] : [])]
  return {
    seen: { watch, readiness },
    close: async () => {
      await canary.close()
      watch.close()
      await exporter?.close()
    },
  }
}
