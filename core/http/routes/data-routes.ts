import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Catalog } from '../../catalog/catalog.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { parseParams, parseParamsText, parseRoomId } from '../../functions/gate.ts'
import type { StartBody } from '../../wire/bodies.ts'
import { readBody, readPath, readQuery } from '../request/parse-request.ts'
import { checkMembers, checkNoQuery, checkQuery, createParameterTest } from '../request/request-names.ts'
import { loading, running } from './access.ts'
import { type Services, toCall } from './routes.ts'
import { type SpecimenCall, sendData } from './send-data.ts'

const callMembers = ['params', 'room_id']

/** Adds the routes that answer or start a call of a specimen: `data` and `start`, below its address. */
export function addDataRoutes(app: FastifyInstance, services: Services): void {
  const { catalog, gate, jobs } = services

  app.get(
    '/api/specimens/:specimen_id/data',
    { config: { ...loading, operation: 'getData' } },
    async (request, reply) => await sendData(services, readQueryCall(catalog, request), reply),
  )

  app.post(
    '/api/specimens/:specimen_id/data',
    { config: { ...loading, operation: 'postData' } },
    async (request, reply) => await sendData(services, readBodyCall(catalog, request), reply),
  )

  app.post(
    '/api/specimens/:specimen_id/start',
    { config: { ...running, operation: 'startJob' } },
    async (request): Promise<StartBody> => {
      const { id: given, params, roomId } = readBodyCall(catalog, request)
      const found = catalog.find(given)
      if (found.kind === 'static') {
        const { id } = found.specimen
        throw new SpecimenError(
          'specimen.static',
          `The specimen ${id} is static and needs no job; GET /api/specimens/${id}/data instead.`,
        )
      }
      const { jobId, status } = await jobs.start(toCall(gate, { target: found.target, params, roomId }))
      return { job_id: jobId, status }
    },
  )
}

/** Returns what the query of a request asks. @throws `request.invalid`, `json.syntax` or `room.invalid` */
function readQueryCall({ snapshot }: Catalog, { params: path, query }: FastifyRequest): SpecimenCall {
  const id = readPath(path, 'specimen_id')
  checkQuery(query, callMembers, createParameterTest(snapshot, id))
  const params = parseParamsText(readQuery(query, 'params'))
  return { id, params, roomId: parseRoomId(readQuery(query, 'room_id')) }
}

/** Returns what the body of a request asks. @throws `request.invalid`, `json.syntax` or `room.invalid` */
function readBodyCall({ snapshot }: Catalog, request: FastifyRequest): SpecimenCall {
  const id = readPath(request.params, 'specimen_id')
  const isParameter = createParameterTest(snapshot, id)
  const body = readBody(request.body)
  checkMembers(body, callMembers, isParameter)
  checkNoQuery(request.query, callMembers, isParameter)
  return { id, params: parseParams(body.params), roomId: parseRoomId(body.room_id) }
}
