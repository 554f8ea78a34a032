/** The specimen endpoints: catalog, metadata, thumbnails, data, job starts, reload. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CachedResult } from '../cache/room-cache.ts'
import { SpecimenError } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'
import type { Params } from '../domain/schema.ts'
import { parseParams, parseParamsText, parseRoomId } from '../functions/gate.ts'
import type { Call } from '../run/executor.ts'
import type { StartBody } from '../wire/bodies.ts'
import { readBody, readPath, readQuery, watchClient } from './parse-request.ts'
import { representData } from './represent.ts'
import { routeSchemas } from './route-schemas.ts'
import { type Services, toCall } from './routes.ts'
import { jsonType, sendAsset, sendRepresentation, toDisposition } from './send.ts'
import { createListing, toCatalogEntry, toReloadBody, toSpecimenBody } from './to-bodies.ts'

/** Adds the routes below `/api/specimens`. */
export function addSpecimensRoutes(app: FastifyInstance, services: Services): void {
  const { catalog, gate, jobs } = services
  const listing = createListing(({ specimens }) => [...specimens.values()].map(toCatalogEntry))

  app.get('/api/specimens/', { config: { docs: routeSchemas.listSpecimens } }, (_request, reply) => {
    reply.type(jsonType).send(listing(catalog.snapshot))
  })

  app.get('/api/specimens/reload', { config: { docs: routeSchemas.reload } }, async () => toReloadBody(await catalog.reload()))

  app.get('/api/specimens/:specimen_id', { config: { docs: routeSchemas.readSpecimen } }, async (request) => {
    return toSpecimenBody(catalog.findSpecimen(readPath(request.params, 'specimen_id')))
  })

  app.get('/api/specimens/:specimen_id/thumbnail', { config: { docs: routeSchemas.readThumbnail } }, async (request, reply) => {
    const { id, thumbnail } = catalog.findSpecimen(readPath(request.params, 'specimen_id'))
    if (!thumbnail) throw new SpecimenError('thumbnail.none', `The specimen ${id} has no thumbnail.`)
    // An SVG from a contributor must not run scripts on this origin.
    reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    return await sendAsset(thumbnail, request, reply)
  })

  app.get('/api/specimens/:specimen_id/data', { config: { docs: routeSchemas.getData } }, async (request, reply) => {
    const params = parseParamsText(readQuery(request.query, 'params'))
    return await sendData(services, request, reply, params, readQuery(request.query, 'room_id'))
  })

  app.post('/api/specimens/:specimen_id/data', { config: { docs: routeSchemas.postData } }, async (request, reply) => {
    const body = readBody(request.body)
    return await sendData(services, request, reply, parseParams(body.params), body.room_id)
  })

  app.post('/api/specimens/:specimen_id/start', { config: { docs: routeSchemas.start } }, async (request): Promise<StartBody> => {
    const body = readBody(request.body)
    const params = parseParams(body.params)
    const roomId = parseRoomId(body.room_id)
    const found = catalog.find(readPath(request.params, 'specimen_id'))
    if (found.kind === 'static') {
      const { id } = found.specimen
      throw new SpecimenError(
        'specimen.static',
        `The specimen ${id} is static: GET /api/specimens/${id}/data answers at once, without a job.`,
      )
    }
    const { jobId, status } = await jobs.start(toCall(gate, found.target, params, roomId))
    return { job_id: jobId, status }
  })
}

async function sendData(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  params: Params,
  room: Json | undefined,
): Promise<FastifyReply> {
  const { catalog, gate, encoder, envelopeMediaType } = services
  const roomId = parseRoomId(room)
  const id = readPath(request.params, 'specimen_id')
  const found = catalog.find(id)
  if (found.kind === 'static') {
    const { data } = found.specimen
    reply.header('content-disposition', toDisposition(data.name ?? found.specimen.id))
    return await sendAsset(data, request, reply)
  }
  const entry = await readEntry(services.executor, toCall(gate, found.target, params, roomId), request, reply)
  const name = catalog.snapshot.specimens.get(id)?.displayName ?? id
  const wanted = { accept: request.headers.accept, envelopeType: envelopeMediaType, name }
  const representation = representData(entry, wanted, encoder)
  return await sendRepresentation(representation, request, reply)
}

/**
 * Returns the result of a call. `If-Match` asks for one that is there (RFC 9110, 13.1.1), so then nothing is computed.
 * @throws `condition.failed`
 */
async function readEntry(
  executor: Services['executor'],
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<CachedResult> {
  if (request.headers['if-match'] === undefined) return await (await executor.open(call, { signal: watchClient(reply) })).entry
  const cached = await executor.find(call.invocation)
  if (cached) return cached
  const { roomId, functionName } = call.invocation
  throw new SpecimenError(
    'condition.failed',
    `The room ${JSON.stringify(roomId)} holds no result of ${functionName} for these parameters; ` +
      'ask without If-Match to have it computed.',
  )
}
