import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CatalogView } from '../../catalog/catalog-view.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { parseParams, parseParamsText } from '../../functions/gate.ts'
import type { StartBody } from '../../wire/bodies.ts'
import { noteAnswer } from '../answer/server-timing.ts'
import { parseSupersede, readBody, readPath, readQuery } from '../request/parse-request.ts'
import { checkMembers, checkNoQuery, checkQuery, createParameterTest } from '../request/request-names.ts'
import { loading, readRoom, route, running } from './access.ts'
import { type SpecimenCall, toCall } from './await-result.ts'
import { type Services, toView } from './routes.ts'
import { sendData } from './send-data.ts'

const queryNames = ['params', 'room_id']
const callMembers = [...queryNames, 'supersede']

/** Adds the routes that answer or start a call of a specimen: `data` and `start`, below its address. */
export function addDataRoutes(app: FastifyInstance, services: Services): void {
  const { catalog, gate, jobs } = services

  app.get('/api/specimens/:specimen_id/data', route(loading, 'getData'), async (request, reply) => {
    return await sendData(services, readQueryCall(toView(catalog, request), request), reply)
  })

  app.post('/api/specimens/:specimen_id/data', route(loading, 'postData'), async (request, reply) => {
    return await sendData(services, readBodyCall(toView(catalog, request), request), reply)
  })

  app.post(
    '/api/specimens/:specimen_id/start',
    route(running, 'startJob'),
    async (request, reply): Promise<StartBody> => {
      const { view, id: given, params, roomId, client } = readBodyCall(toView(catalog, request), request)
      const found = view.find(given)
      if (found.kind === 'static') {
        const { id } = found.specimen
        throw new SpecimenError(
          'specimen.static',
          `The specimen ${id} is static and needs no job; GET /api/specimens/${id}/data instead.`,
        )
      }
      const call = toCall(gate, found.target, { params, roomId })
      const asker = { caller: request.client, client, origin: request.origin }
      const { jobId, status, answer } = await jobs.start(request.caller.name, call, asker)
      const { facts } = request
      facts.room = roomId
      facts.function = call.invocation.functionName
      facts.job = jobId
      noteAnswer(answer, reply)
      return { job_id: jobId, status }
    },
  )
}

/** Reads a call from the query. @throws `request.invalid`, `json.syntax`, `room.invalid` or `room.refused` */
function readQueryCall(view: CatalogView, { params: path, query, caller }: FastifyRequest): SpecimenCall {
  const id = readPath(path, 'specimen_id')
  checkQuery(query, queryNames, createParameterTest(view.snapshot, id))
  const params = parseParamsText(readQuery(query, 'params'))
  return { view, id, params, roomId: readRoom(caller, readQuery(query, 'room_id')) }
}

/** Reads a call from the body; @throws as {@link readQueryCall}. */
function readBodyCall(
  view: CatalogView,
  { params: path, query, body: given, caller }: FastifyRequest,
): SpecimenCall {
  const id = readPath(path, 'specimen_id')
  const isParameter = createParameterTest(view.snapshot, id)
  const body = readBody(given)
  checkMembers(body, callMembers, isParameter)
  checkNoQuery(query, callMembers, isParameter)
  const client = parseSupersede(body.supersede)
  return { view, id, params: parseParams(body.params), roomId: readRoom(caller, body.room_id), client }
}
