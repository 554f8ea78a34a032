import type { FastifyInstance } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { StartBody } from '../../../contract/wire/bodies.ts'
import { toShortProvenance } from '../../../engine/catalog/provenance.ts'
import type { Account } from '../../account/account.ts'
import type { JobRuns } from '../../jobs/job-runs.ts'
import { noteAnswer } from '../answer/server-timing.ts'
import { watchClient } from '../request/parse-request.ts'
import { loading, route, running } from './access.ts'
import { holdParams } from './hold-params.ts'
import { addProvenanceRoutes } from './provenance-routes.ts'
import { readBodyCall, readQueryCall } from './read-call.ts'
import { sendData } from './send-data.ts'
import { sendFacts } from './send-facts.ts'
import type { DataParts } from './send-result.ts'

const callNames = ['params', 'room_id']
const dataNames = [...callNames, 'format', 'part']
const callMembers = [...callNames, 'supersede']
const dataMembers = [...callMembers, 'format', 'part']

/** The parts of a host by which calls of specimens are answered or started. */
export interface DataRouteParts extends DataParts {
  readonly account: Account
  readonly jobs: Pick<JobRuns, 'start'>
}

/** Adds the routes that answer, describe or start a call of a specimen, below its address. */
export function addDataRoutes(app: FastifyInstance, parts: DataRouteParts): void {
  const { account, calls, jobs } = parts

  app.get('/api/specimens/:specimen_id/data', route(loading, 'getData'), async (request, reply) => {
    const call = readQueryCall(calls, request, dataNames)
    return await sendData(parts, call, reply)
  })

  app.post('/api/specimens/:specimen_id/data', route(loading, 'postData'), async (request, reply) => {
    const call = readBodyCall(calls, request, dataMembers)
    return await sendData(parts, call, reply)
  })

  app.get('/api/specimens/:specimen_id/facts', route(loading, 'getFacts'), async (request, reply) => {
    const call = readQueryCall(calls, request, [...callNames, 'part'])
    return await sendFacts(parts, call, reply)
  })

  app.post('/api/specimens/:specimen_id/facts', route(loading, 'postFacts'), async (request, reply) => {
    const call = readBodyCall(calls, request, [...callMembers, 'part'])
    return await sendFacts(parts, call, reply)
  })

  addProvenanceRoutes(app, parts)

  app.post(
    '/api/specimens/:specimen_id/start',
    route(running, 'startJob'),
    async (request, reply): Promise<StartBody> => {
      const { view, id: given, params, roomId, client } = readBodyCall(calls, request, callMembers)
      const entry = view.find(given)
      if (entry.kind === 'static') {
        const { id } = entry.specimen
        throw new SpecimenError(
          'specimen.static',
          `The specimen ${id} is static and needs no job; GET /api/specimens/${id}/data instead.`,
        )
      }
      const values = { params, roomId, view, caller: request.caller }
      const { call } = await calls.admit(entry.target, values, watchClient(reply))
      const provenance = toShortProvenance(call, parts.provenance)
      const asker = { caller: request.client, client, origin: request.origin, provenance }
      const { jobId, status, answer } = await holdParams(account, call, {
        caller: request.client,
        start: async () => await jobs.start(request.caller.name, call, asker),
      })
      const { facts } = request
      facts.room = roomId
      facts.function = call.invocation.functionName
      facts.job = jobId
      noteAnswer(answer, reply)
      return { job_id: jobId, status }
    },
  )
}
