import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import type { StartBody } from '../../../contract/wire/bodies.ts'
import type { CatalogView } from '../../../engine/catalog/catalog-view.ts'
import { parseParams, parseParamsText } from '../../../engine/functions/gate.ts'
import { noteAnswer } from '../answer/server-timing.ts'
import { parseSupersede, readBody, readPath, readQuery } from '../request/parse-request.ts'
import { checkMembers, checkNoQuery, checkQuery, createParameterTest } from '../request/request-names.ts'
import { loading, readRoom, route, running } from './access.ts'
import { type SpecimenCall, toCall } from './await-result.ts'
import { holdParams } from './hold-params.ts'
import { type Services, toView } from './routes.ts'
import { sendData } from './send-data.ts'
import { sendFacts } from './send-facts.ts'

const callNames = ['params', 'room_id']
const dataNames = [...callNames, 'format']
const callMembers = [...callNames, 'supersede']
const dataMembers = [...callMembers, 'format']

/** Adds the routes that answer or start a call of a specimen, below its address: `data`, `facts`, `start`. */
export function addDataRoutes(app: FastifyInstance, services: Services): void {
  const { account, catalog, gate, jobs } = services

  app.get('/api/specimens/:specimen_id/data', route(loading, 'getData'), async (request, reply) => {
    const call = readQueryCall(toView(catalog, request), request, dataNames)
    return await sendData(services, call, reply)
  })

  app.post('/api/specimens/:specimen_id/data', route(loading, 'postData'), async (request, reply) => {
    const call = readBodyCall(toView(catalog, request), request, dataMembers)
    return await sendData(services, call, reply)
  })

  app.get('/api/specimens/:specimen_id/facts', route(loading, 'getFacts'), async (request, reply) => {
    const call = readQueryCall(toView(catalog, request), request, callNames)
    return await sendFacts(services, call, reply)
  })

  app.post('/api/specimens/:specimen_id/facts', route(loading, 'postFacts'), async (request, reply) => {
    const call = readBodyCall(toView(catalog, request), request, callMembers)
    return await sendFacts(services, call, reply)
  })

  app.post(
    '/api/specimens/:specimen_id/start',
    route(running, 'startJob'),
    async (request, reply): Promise<StartBody> => {
      const {
        view,
        id: given,
        params,
        roomId,
        client,
      } = readBodyCall(toView(catalog, request), request, callMembers)
      const entry = view.find(given)
      if (entry.kind === 'static') {
        const { id } = entry.specimen
        throw new SpecimenError(
          'specimen.static',
          `The specimen ${id} is static and needs no job; GET /api/specimens/${id}/data instead.`,
        )
      }
      const call = toCall(gate, entry.target, { params, roomId })
      const asker = { caller: request.client, client, origin: request.origin }
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

/** Reads a call from the query. @throws `request.invalid`, `json.syntax`, `room.invalid` or `room.refused` */
function readQueryCall(
  view: CatalogView,
  { params: path, query, caller }: FastifyRequest,
  names: readonly string[],
): SpecimenCall {
  const id = readPath(path, 'specimen_id')
  checkQuery(query, names, createParameterTest(view.snapshot, id))
  const params = parseParamsText(readQuery(query, 'params'))
  const roomId = readRoom(caller, readQuery(query, 'room_id'))
  return { view, id, params, roomId, format: readQuery(query, 'format') }
}

/** Reads a call from the body; @throws as {@link readQueryCall}. */
function readBodyCall(
  view: CatalogView,
  { params: path, query, body: given, caller }: FastifyRequest,
  members: readonly string[],
): SpecimenCall {
  const id = readPath(path, 'specimen_id')
  const isParameter = createParameterTest(view.snapshot, id)
  const body = readBody(given)
  checkMembers(body, members, isParameter)
  checkNoQuery(query, members, isParameter)
  const { supersede, format = null, room_id: room } = body
  if (format !== null && typeof format !== 'string')
    throw new SpecimenError('request.invalid', `format must be the name of a form (got ${describe(format)}).`)
  const call = { params: parseParams(body.params), roomId: readRoom(caller, room) }
  return { view, id, ...call, client: parseSupersede(supersede), format: format ?? undefined }
}
