import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { OwnedJob } from '../../jobs/jobs.ts'
import type { ProgressBody } from '../../wire/bodies.ts'
import { compressLong, longBytes } from '../answer/compress-bodies.ts'
import { representJson } from '../answer/represent.ts'
import { noSniffing } from '../answer/safe-headers.ts'
import { jsonType } from '../answer/send.ts'
import { parseSince, readPath, readQuery } from '../request/parse-request.ts'
import { checkQuery } from '../request/request-names.ts'
import { cancelling, reading } from './access.ts'
import { sendFound } from './await-result.ts'
import type { Services } from './routes.ts'

const polledNames = ['since']

/** Adds the routes below `/api/jobs`: progress, result, cancel. */
export function addJobsRoutes(app: FastifyInstance, { jobs, encoder, watch }: Services): void {
  // Polled most of all, so its text is made here: Fastify would look for a serializer first.
  const polled = { config: { ...reading, operation: 'readProgress', isPolled: true } } as const
  /** Of what a store shows again as it was. */
  const texts = new WeakMap<ProgressBody, string>()
  const write = (body: ProgressBody): string => {
    const text = JSON.stringify(body)
    texts.set(body, text)
    return text
  }
  const count = watch.requests.open('GET', '/api/jobs/:job_id/progress')
  const send = (text: string, request: FastifyRequest, reply: FastifyReply, startedAt: number) => {
    // One at a time: by type() and headers() a poll costs 2 % more.
    reply.header('content-type', jsonType)
    reply.header('x-content-type-options', noSniffing['x-content-type-options'])
    if (request.origin === undefined) count.add(reply.statusCode, performance.now() - startedAt)
    // Returned, not sent: what Fastify gives back for a reply is awaited once more (4 %).
    return text.length < longBytes ? text : compressLong(text, request, reply)
  }
  // No async function: a poll that is answered at once waits for no promise.
  app.get('/api/jobs/:job_id/progress', polled, (request, reply) => {
    const startedAt = performance.now()
    checkQuery(request.query, polledNames)
    const since = parseSince(readQuery(request.query, 'since'))
    const job = readJob(request)
    const here = jobs.viewHere(job, since)
    if (here) return send(texts.get(here) ?? write(here), request, reply, startedAt)
    const view = jobs.view(job, since)
    return view.then<string | Buffer>((body) => send(JSON.stringify(body), request, reply, startedAt))
  })

  app.get(
    '/api/jobs/:job_id/result',
    { config: { ...reading, operation: 'readResult' } },
    async (request, reply) => {
      const job = readJob(request)
      request.facts.job = job.jobId
      const represent = (entry: StoredResult) => representJson(entry, encoder)
      return await sendFound(async () => await jobs.result(job), represent, reply)
    },
  )

  app.delete(
    '/api/jobs/:job_id',
    { config: { ...cancelling, operation: 'cancelJob' } },
    async (request, reply) => {
      const job = readJob(request)
      await jobs.cancel(job)
      request.facts.job = job.jobId
      return await reply.code(204).send()
    },
  )
}

function readJob({ caller, params }: FastifyRequest): OwnedJob {
  return { owner: caller.name, jobId: readPath(params, 'job_id') }
}
