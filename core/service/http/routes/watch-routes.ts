import type { FastifyInstance } from 'fastify'
import type { ReadinessBody } from '../../../contract/wire/bodies.ts'
import { checkReadiness, type ReadinessCheck } from '../../watch/health.ts'
import { metricsMediaType } from '../../watch/metric.ts'
import type { Watch } from '../../watch/watch.ts'
import { jsonType } from '../answer/send.ts'
import { inspecting, open, route } from './access.ts'

/** Polled every few seconds, so log lines about it are for debugging. */
const probe = { ...open, isQuiet: true } as const

/** The parts of a host by which it is watched. */
export interface WatchParts {
  readonly watch: Pick<Watch, 'writeMetrics'>
  readonly readiness: readonly ReadinessCheck[]
}

/** Adds the probes `/livez` and `/readyz` (ready, or why not), and `/metrics` for Prometheus. */
export function addWatchRoutes(app: FastifyInstance, { watch, readiness }: WatchParts): void {
  app.get('/livez', route(probe, 'isAlive'), (_request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('alive\n')
  })

  app.get('/readyz', route(probe, 'isReady'), async (_request, reply) => {
    const answer: ReadinessBody = await checkReadiness(readiness)
    reply
      .code(answer.status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .type(jsonType)
    return `${JSON.stringify(answer)}\n`
  })

  app.get('/metrics', route({ ...inspecting, isQuiet: true }, 'readMetrics'), async (_request, reply) => {
    reply.header('cache-control', 'no-store').type(metricsMediaType)
    return await watch.writeMetrics()
  })
}
