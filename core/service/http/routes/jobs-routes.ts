import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { StoredResult } from '../../../contract/domain/result/stored-result.ts'
import { describe } from '../../../contract/text/describe.ts'
import type { ProgressBody } from '../../../contract/wire/bodies.ts'
import type { Encoder } from '../../../engine/run/encoding/encoder.ts'
import type { Account } from '../../account/account.ts'
import type { JobRuns, OwnedJob } from '../../jobs/job-runs.ts'
import { representJson } from '../answer/represent.ts'
import { parseSince, readPath, readQuery, watchClient } from '../request/parse-request.ts'
import { checkQuery } from '../request/request-names.ts'
import { owning, reading, route } from './access.ts'
import { sendFound } from './await-result.ts'
import { sendTraced } from './provenance-routes.ts'

const polledNames = ['since', 'wait']
/** Below the time after which proxies drop a silent answer. */
const mostWaitSeconds = 30

/** The parts of a host by which jobs are followed. */
export interface JobsParts {
  readonly account: Account
  readonly jobs: Omit<JobRuns, 'start'>
  readonly encoder: Encoder
}

/** Adds the routes below `/api/jobs`: progress, result, provenance, cancel. */
export function addJobsRoutes(app: FastifyInstance, { account, jobs, encoder }: JobsParts): void {
  app.get(
    '/api/jobs/:job_id/progress',
    route({ ...reading, isQuiet: true }, 'readProgress'),
    async (request, reply): Promise<ProgressBody> => {
      checkQuery(request.query, polledNames)
      const since = parseSince(readQuery(request.query, 'since'))
      const seconds = parseWait(readQuery(request.query, 'wait'))
      const job = readJob(request)
      request.facts.job = job.jobId
      if (seconds === 0) return await jobs.view(job, since)
      const hold = account.take('polls', request.client, 1)
      try {
        return await jobs.awaitNews(job, since, { seconds, signal: watchClient(reply) })
      } finally {
        hold.release()
      }
    },
  )

  app.get('/api/jobs/:job_id/result', route(reading, 'readResult'), async (request, reply) => {
    const job = readJob(request)
    request.facts.job = job.jobId
    const represent = (entry: StoredResult) => representJson(entry, encoder)
    return await sendFound(async () => await jobs.result(job), represent, reply)
  })

  app.get('/api/jobs/:job_id/provenance', route(reading, 'readJobProvenance'), async (request, reply) => {
    const job = readJob(request)
    request.facts.job = job.jobId
    return sendTraced(await jobs.provenance(job), reply)
  })

  app.delete('/api/jobs/:job_id', route(owning, 'cancelJob'), async (request, reply) => {
    const job = readJob(request)
    await jobs.cancel(job)
    request.facts.job = job.jobId
    return await reply.code(204).send()
  })
}

/** Returns how long a poll may wait for news, in seconds; 0 for not at all. @throws `request.invalid` */
function parseWait(text: string | undefined): number {
  if (text === undefined || text === '') return 0
  const seconds = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && seconds <= mostWaitSeconds) return seconds
  const wanted = `seconds to wait for news of the job, from 0 to ${mostWaitSeconds}`
  throw new SpecimenError('request.invalid', `wait must be ${wanted} (got ${describe(text)}).`)
}

function readJob({ caller, params }: FastifyRequest): OwnedJob {
  return { owner: caller.name, jobId: readPath(params, 'job_id') }
}
