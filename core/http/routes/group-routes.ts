import type { FastifyInstance } from 'fastify'
import { cutText } from '../../domain/cut-text.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { sendBytes } from '../answer/send.ts'
import { readPath } from '../request/parse-request.ts'
import { peering } from './access.ts'
import { type ReadSealed, resultsPath } from './peer-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What another host of the group may have; null for all other requests. */
    peer: ReadSealed | null
  }
}

/** Adds what is for the other hosts of the group alone. The guard has looked at who asks. */
export function addGroupRoutes(app: FastifyInstance): void {
  const config = { ...peering, isQuiet: true }
  app.get(`${resultsPath}:result_id`, { config, exposeHeadRoute: false }, async (request, reply) => {
    const id = readPath(request.params, 'result_id')
    const parts = await request.peer?.(id)
    if (!parts)
      throw new SpecimenError('route.unknown', `This host has no result ${cutText(id, 100)}, or no longer.`)
    reply.header('cache-control', 'no-store').type('application/octet-stream')
    return await sendBytes(parts, reply)
  })
}
