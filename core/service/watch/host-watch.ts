/** The watch of a host: its metrics, its readiness and, with a collector, its traces. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { Canary, type CanaryOptions } from './canary.ts'
import { createFolderCheck, type ReadinessCheck } from './health.ts'
import { collectHost, type MeasuredHost } from './host-metrics.ts'
import type { OtlpOptions } from './trace/otlp-exporter.ts'
import { type Collect, Watch } from './watch.ts'

/** The part of a group that is visible from outside. */
export interface GroupWatch {
  readonly readiness: ReadinessCheck
  readonly collect: Collect
}

/** Returns the watch of a host; traces are loaded for a collector only. @throws `config.invalid` */
export async function startWatch(
  otlpEndpoint: string | undefined,
  { log, version }: Pick<OtlpOptions, 'log' | 'version'>,
): Promise<Watch> {
  const { env: environment } = process
  const endpoint = otlpEndpoint ?? environment.OTEL_EXPORTER_OTLP_ENDPOINT
  const options = { log, now: Date.now, idPrefix: randomBytes(6).toString('hex') }
  if (!endpoint) return new Watch(options)
  const { OtlpExporter } = await import('./trace/otlp-exporter.ts')
  const { createRequestSpan: createSpan } = await import('./trace/to-spans.ts')
  const watch = new Watch({ ...options, createSpan })
  const exporter = new OtlpExporter({ endpoint, environment, version, log }, watch)
  watch.add(() => exporter.collect())
  watch.onClose(() => exporter.close())
  return watch
}

/** Adds the parts of a host to its watch, and returns the checks of its readiness. */
export function watchHost(
  watch: Watch,
  host: MeasuredHost & {
    readonly createTrialPool: CanaryOptions['createPool']
    readonly privateFolder: string
  },
  {
    config: { plugins, specimens },
    group,
    ...given
  }: Pick<CanaryOptions, 'clock' | 'log'> & {
    readonly config: { readonly plugins: string; readonly specimens: string }
    readonly group: GroupWatch | undefined
  },
): readonly ReadinessCheck[] {
  watch.add(() => collectHost(host))
  if (group) watch.add(group.collect)
  const canary = new Canary({ createPool: host.createTrialPool, folder: host.privateFolder, ...given })
  watch.onClose(() => canary.close())
  // A folder that was not named may be absent; one that existed stays required.
  const folders = [plugins, specimens].filter((folder) => folder !== '' && existsSync(folder))
  const pool: ReadinessCheck = {
    name: 'pool',
    findProblem: () => (host.pool.usage.living > 0 ? undefined : 'No process for plugins is running.'),
  }
  // A host without plugins starts no process for them.
  const own = [createFolderCheck(folders), ...(plugins ? [pool, canary.check] : [])]
  return group ? [...own, group.readiness] : own
}
