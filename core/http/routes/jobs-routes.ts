import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { OwnedJob } from '../../jobs/jobs.ts'
import type { ProgressBody } from '../../wire/bodies.ts'
import { representJson } from '../answer/represent.ts'
import { parseSince, readPath, readQuery } from '../request/parse-request.ts'
import { checkQuery } from '../request/request-names.ts'
import { owning, reading, route } from './access.ts'
import { sendFound } from './await-result.ts'
import type { Services } from './routes.ts'

const polledNames = ['since']

/** Adds the routes below `/api/jobs`: progress, result, cancel. */
export function addJobsRoutes(app: FastifyInstance, { jobs, encoder }: Services): void {
  app.get(
    '/api/jobs/:job_id/progress',
    route({ ...reading, isQuiet: true }, 'readProgress'),
    async (request): Promise<ProgressBody> => {
      checkQuery(request.query, polledNames)
      const since = parseSince(readQuery(request.query, 'since'))
      const job = readJob(request)
      request.facts.job = job.jobId
      return await jobs.view(job, since)
    },
  )

  app.get('/api/jobs/:job_id/result', route(reading, 'readResult'), async (request, reply) => {
    const job = readJob(request)
    request.facts.job = job.jobId
    const represent = (entry: StoredResult) => representJson(entry, encoder)
    return await sendFound(async () => await jobs.result(job), represent, reply)
  })

  app.delete('/api/jobs/:job_id', route(owning, 'cancelJob'), async (request, reply) => {
    const job = readJob(request)
    await jobs.cancel(job)
    request.facts.job = job.jobId
    return await reply.code(204).send()
  })
}

function readJob({ caller, params }: FastifyRequest): OwnedJob {
  return { owner: caller.name, jobId: readPath(params, 'job_id') }
}
