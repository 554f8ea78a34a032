/** The job endpoints: progress, result, cancel. */
import type { FastifyInstance } from 'fastify'
import type { ProgressBody } from '../wire/bodies.ts'
import { parseSince, readPath, readQuery } from './parse-request.ts'
import { representJson } from './represent.ts'
import { routeSchemas } from './route-schemas.ts'
import type { Services } from './routes.ts'
import { sendRepresentation } from './send.ts'

/** Adds the routes below `/api/jobs`. */
export function addJobsRoutes(app: FastifyInstance, { jobs, encoder }: Services): void {
  app.get('/api/jobs/:job_id/progress', { schema: routeSchemas.jobProgress }, async (request): Promise<ProgressBody> => {
    const since = parseSince(readQuery(request.query, 'since'))
    return await jobs.view(readPath(request.params, 'job_id'), since)
  })

  app.get('/api/jobs/:job_id/result', { schema: routeSchemas.jobResult }, async (request, reply) => {
    const entry = await jobs.result(readPath(request.params, 'job_id'))
    return await sendRepresentation(representJson(entry, encoder), request, reply)
  })

  app.delete('/api/jobs/:job_id', { schema: routeSchemas.cancelJob }, async (request, reply) => {
    await jobs.cancel(readPath(request.params, 'job_id'))
    return await reply.code(204).send()
  })
}
