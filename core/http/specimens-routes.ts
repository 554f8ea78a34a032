/** The specimen endpoints: catalog, metadata, thumbnails, data, job starts, reload. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Catalog } from '../catalog/catalog.ts'
import { SpecimenError } from '../domain/errors.ts'
import type { StoredResult } from '../domain/result.ts'
import type { Params } from '../domain/schema.ts'
import { parseParams, parseParamsText, parseRoomId } from '../functions/gate.ts'
import type { Call } from '../run/executor.ts'
import type { StartBody } from '../wire/bodies.ts'
import { readBody, readPath, readQuery, watchClient } from './parse-request.ts'
import { representData } from './represent.ts'
import { checkMembers, checkNoQuery, checkQuery, createParameterTest } from './request-names.ts'
import { type Services, toCall } from './routes.ts'
import { jsonType, sendAsset, sendNothing, sendRepresentation, toDisposition } from './send.ts'
import { createListing, toCatalogEntry, toReloadBody, toSpecimenBody } from './to-bodies.ts'

const callMembers = ['params', 'room_id']

/** Adds the routes below `/api/specimens`. */
export function addSpecimensRoutes(app: FastifyInstance, services: Services): void {
  const { catalog, gate, jobs, publicPath, log } = services
  const listing = createListing(({ specimens }, prefix) =>
    [...specimens.values()].map((entry) => toCatalogEntry(entry, prefix)),
  )

  app.get(
    '/api/specimens/',
    { config: { access: 'token', operation: 'listSpecimens' } },
    (request, reply) => {
      reply.type(jsonType).send(listing(catalog.snapshot, publicPath.prefixOf(request.raw)))
    },
  )

  // Without HEAD, which must change nothing.
  const reload = { exposeHeadRoute: false, config: { access: 'token', operation: 'reload' } } as const
  app.get('/api/specimens/reload', reload, async () => toReloadBody(await catalog.reload()))

  app.get(
    '/api/specimens/:specimen_id',
    { config: { access: 'token', operation: 'readSpecimen' } },
    async (request) => {
      return toSpecimenBody(
        catalog.findSpecimen(readPath(request.params, 'specimen_id')),
        publicPath.prefixOf(request.raw),
      )
    },
  )

  app.get(
    '/api/specimens/:specimen_id/thumbnail',
    { config: { access: 'token', operation: 'readThumbnail' } },
    async (request, reply) => {
      const { id, thumbnail } = catalog.findSpecimen(readPath(request.params, 'specimen_id'))
      if (!thumbnail) throw new SpecimenError('thumbnail.none', `The specimen ${id} has no thumbnail.`)
      // An SVG from a contributor must not run scripts on this origin.
      reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      return await sendAsset(thumbnail, request, reply, { log })
    },
  )

  app.get(
    '/api/specimens/:specimen_id/data',
    { config: { access: 'token', operation: 'getData' } },
    async (request, reply) => {
      const id = readPath(request.params, 'specimen_id')
      checkQuery(request.query, callMembers, createParameterTest(catalog.snapshot, id))
      const params = parseParamsText(readQuery(request.query, 'params'))
      const roomId = parseRoomId(readQuery(request.query, 'room_id'))
      return await sendData(services, request, reply, { id, params, roomId })
    },
  )

  app.post(
    '/api/specimens/:specimen_id/data',
    { config: { access: 'token', operation: 'postData' } },
    async (request, reply) => {
      return await sendData(services, request, reply, readCall(catalog, request))
    },
  )

  app.post(
    '/api/specimens/:specimen_id/start',
    { config: { access: 'token', operation: 'startJob' } },
    async (request): Promise<StartBody> => {
      const { id: given, params, roomId } = readCall(catalog, request)
      const found = catalog.find(given)
      if (found.kind === 'static') {
        const { id } = found.specimen
        throw new SpecimenError(
          'specimen.static',
          `The specimen ${id} is static: GET /api/specimens/${id}/data answers at once, without a job.`,
        )
      }
      const { jobId, status } = await jobs.start(toCall(gate, found.target, params, roomId))
      return { job_id: jobId, status }
    },
  )
}

/** What a request asks of a specimen, its form judged and no more. */
interface SpecimenCall {
  readonly id: string
  readonly params: Params
  readonly roomId: string
}

/** Returns what the body of a request asks. @throws `request.invalid`, `json.syntax` or `room.invalid` */
function readCall(catalog: Catalog, request: FastifyRequest): SpecimenCall {
  const id = readPath(request.params, 'specimen_id')
  const isParameter = createParameterTest(catalog.snapshot, id)
  const body = readBody(request.body)
  checkMembers(body, callMembers, isParameter)
  checkNoQuery(request.query, callMembers, isParameter)
  return { id, params: parseParams(body.params), roomId: parseRoomId(body.room_id) }
}

async function sendData(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, params, roomId }: SpecimenCall,
): Promise<FastifyReply> {
  const { catalog, gate, executor, encoder, envelopeMediaType, log } = services
  const found = catalog.find(id)
  if (found.kind === 'static') {
    const { data } = found.specimen
    const more = { 'content-disposition': toDisposition(data.name ?? found.specimen.id) }
    return await sendAsset(data, request, reply, { log, more })
  }
  const entry = await readEntry(executor, toCall(gate, found.target, params, roomId), request, reply)
  if (!entry) return await sendNothing(reply.header('cache-control', 'no-cache'))
  const name = catalog.snapshot.specimens.get(id)?.displayName ?? id
  const wanted = { accept: request.headers.accept, envelopeType: envelopeMediaType, name }
  return await sendRepresentation(representData(entry, wanted, encoder), request, reply)
}

/**
 * Returns the result of a call. `If-Match` asks for one that is there (RFC 9110, 13.1.1), so then nothing is
 * computed; nor is it for a HEAD, which gets undefined when there is none.
 * @throws `condition.failed`
 */
async function readEntry(
  executor: Services['executor'],
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<StoredResult | undefined> {
  const isConditional = request.headers['if-match'] !== undefined
  if (!isConditional && request.method !== 'HEAD') {
    return await (await executor.open(call, { signal: watchClient(reply) })).entry
  }
  const cached = await executor.find(call.invocation)
  if (cached || !isConditional) return cached
  const { roomId, functionName } = call.invocation
  throw new SpecimenError(
    'condition.failed',
    `The room ${JSON.stringify(roomId)} holds no result of ${functionName} for these parameters; ` +
      'ask without If-Match to have it computed.',
  )
}
