import type { FastifyInstance, FastifyReply } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import type { CacheClearBody } from '../../../contract/wire/bodies.ts'
import { bindArguments, parseArguments } from '../../../engine/functions/gate.ts'
import { representJson } from '../answer/represent.ts'
import { jsonType } from '../answer/send.ts'
import { sendTagged } from '../answer/tagged-body.ts'
import { createListing, toCacheStatsBody, toFunctionEntries, toShownSchema } from '../answer/to-bodies.ts'
import { readBody, readPath } from '../request/parse-request.ts'
import { checkMembers, checkNoQuery, createParameterTest } from '../request/request-names.ts'
import { administering, inspecting, reading, readRoom, route, running } from './access.ts'
import { awaitResult, sendFound, toCall } from './await-result.ts'
import { type Services, toView } from './routes.ts'

const invokeMembers = ['function_name', 'args', 'kwargs', 'room_id']

/** Adds the routes below `/api/processing`: functions, their schemas, calls, the use of the room cache. */
export function addProcessingRoutes(app: FastifyInstance, services: Services): void {
  const { catalog, cache } = services
  const show = toShownSchema(services.legacyClient)
  const listing = createListing((snapshot) => toFunctionEntries(snapshot, show))

  app.get('/api/processing/functions', route(reading, 'listFunctions'), (request, reply) => {
    sendTagged(listing(toView(catalog, request).snapshot, ''), jsonType, reply)
  })

  app.get('/api/processing/functions/:name/schema', route(reading, 'readSchema'), async (request) => {
    return show(toView(catalog, request).findFunction(readPath(request.params, 'name')).schema)
  })

  app.post(
    '/api/processing/invoke',
    route(running, 'invoke'),
    async (_request, reply) => await invoke(services, reply),
  )

  app.get('/api/processing/cache/stats', route(inspecting, 'readCacheStats'), async () =>
    toCacheStatsBody(await cache.stats()),
  )

  app.post(
    '/api/processing/cache/clear',
    route(administering, 'clearCache'),
    async (request): Promise<CacheClearBody> => {
      checkMembers(readBody(request.body), [], () => false) // a room would be ignored and all rooms cleared
      return { status: 'cleared', entries: await cache.clear() }
    },
  )
}

async function invoke(
  { catalog, gate, executor, encoder }: Services,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body: given, query, caller } = reply.request
  const view = toView(catalog, reply.request)
  const body = readBody(given)
  const { function_name: name, args, kwargs, room_id: room } = body
  const isParameter = createParameterTest(view.snapshot, typeof name === 'string' ? name : '')
  checkMembers(body, invokeMembers, isParameter)
  checkNoQuery(query, invokeMembers, isParameter)
  if (typeof name !== 'string') {
    const description = describe(name)
    throw new SpecimenError(
      'request.invalid',
      `function_name must be the name of a registered function (got ${description}).`,
    )
  }
  const parsed = parseArguments(args, kwargs)
  const roomId = readRoom(caller, room)
  const target = view.findFunction(name)
  const call = toCall(gate, target, { params: bindArguments(target, parsed), roomId })
  const ask = async () => await awaitResult(executor, { call }, reply)
  return await sendFound(ask, (entry) => representJson(entry, encoder), reply)
}
