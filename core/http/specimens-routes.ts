/** The specimen endpoints: catalog, metadata, thumbnails, data, job starts, reload. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Snapshot } from '../catalog/compose.ts'
import { SpecimenError } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'
import type { Params } from '../domain/schema.ts'
import { parseParams, parseParamsText, parseRoomId } from '../functions/gate.ts'
import type { StartBody } from '../wire/bodies.ts'
import { readBody, readPath, readQuery, watchClient } from './parse-request.ts'
import { representData } from './represent.ts'
import { routeSchemas } from './route-schemas.ts'
import { type Services, toCall } from './routes.ts'
import { jsonType, sendAsset, sendRepresentation, toDisposition } from './send.ts'
import { toCatalogEntry, toReloadBody, toSpecimenBody } from './to-bodies.ts'

/** Adds the routes below `/api/specimens`. */
export function addSpecimensRoutes(app: FastifyInstance, services: Services): void {
  const { catalog, gate, jobs, log } = services
  const listing = createListing()

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
    return await sendAsset(thumbnail, request, reply, log)
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
  const { catalog, gate, executor, encoder, envelopeMediaType, log } = services
  const roomId = parseRoomId(room)
  const found = catalog.find(readPath(request.params, 'specimen_id'))
  if (found.kind === 'static') {
    const { data } = found.specimen
    reply.header('content-disposition', toDisposition(data.name ?? found.specimen.id))
    return await sendAsset(data, request, reply, log)
  }
  const { entry } = await executor.open(toCall(gate, found.target, params, roomId), { signal: watchClient(reply) })
  const representation = representData(await entry, request.headers.accept, encoder, envelopeMediaType)
  return await sendRepresentation(representation, request, reply)
}

/** The listing is the same until the next reload, so its text is made once for each. */
function createListing(): (snapshot: Snapshot) => string {
  let made: { readonly snapshot: Snapshot; readonly text: string } | undefined
  return (snapshot) => {
    if (made?.snapshot !== snapshot)
      made = { snapshot, text: JSON.stringify([...snapshot.specimens.values()].map(toCatalogEntry)) }
    return made.text
  }
}
