/** The processing endpoints: functions, their schemas, invocation, and the room cache's use. */
import type { FastifyInstance } from 'fastify'
import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { bindArguments, parseArguments, parseRoomId } from '../functions/gate.ts'
import type { CacheClearBody } from '../wire/bodies.ts'
import { readBody, readPath, watchClient } from './parse-request.ts'
import { representJson } from './represent.ts'
import { checkMembers, checkNoQuery, createParameterTest } from './request-names.ts'
import { type Services, toCall } from './routes.ts'
import { jsonType, sendRepresentation } from './send.ts'
import { createListing, toCacheStatsBody, toFunctionEntries } from './to-bodies.ts'

const invokeMembers = ['function_name', 'args', 'kwargs', 'room_id']

/** Adds the routes below `/api/processing`. */
export function addProcessingRoutes(
  app: FastifyInstance,
  { catalog, gate, executor, cache, encoder }: Services,
): void {
  const listing = createListing(toFunctionEntries)

  app.get(
    '/api/processing/functions',
    { config: { access: 'token', operation: 'listFunctions' } },
    (_request, reply) => {
      reply.type(jsonType).send(listing(catalog.snapshot, ''))
    },
  )

  app.get(
    '/api/processing/functions/:name/schema',
    { config: { access: 'token', operation: 'readSchema' } },
    async (request) => {
      return catalog.findFunction(readPath(request.params, 'name')).schema
    },
  )

  app.post(
    '/api/processing/invoke',
    { config: { access: 'token', operation: 'invoke' } },
    async (request, reply) => {
      const body = readBody(request.body)
      const { function_name: name, args, kwargs, room_id: room } = body
      const isParameter = createParameterTest(catalog.snapshot, typeof name === 'string' ? name : '')
      checkMembers(body, invokeMembers, isParameter)
      checkNoQuery(request.query, invokeMembers, isParameter)
      if (typeof name !== 'string') {
        throw new SpecimenError(
          'request.invalid',
          `function_name is ${describe(name)}; the name of a registered function was wanted.`,
        )
      }
      const given = parseArguments(args, kwargs)
      const roomId = parseRoomId(room)
      const target = catalog.findFunction(name)
      const call = toCall(gate, target, bindArguments(target, given), roomId)
      const { entry } = await executor.open(call, { signal: watchClient(reply) })
      return await sendRepresentation(representJson(await entry, encoder), request, reply)
    },
  )

  app.get(
    '/api/processing/cache/stats',
    { config: { access: 'token', operation: 'readCacheStats' } },
    async () => toCacheStatsBody(await cache.stats()),
  )

  app.post(
    '/api/processing/cache/clear',
    { config: { access: 'token', operation: 'clearCache' } },
    async (request): Promise<CacheClearBody> => {
      checkMembers(readBody(request.body), [], () => false) // a room in it would be cleared with all others
      return { status: 'cleared', entries: await cache.clear() }
    },
  )
}
