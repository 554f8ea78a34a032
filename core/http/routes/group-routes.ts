import type { FastifyInstance } from 'fastify'
import { cutText } from '../../domain/cut-text.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { sendBytes } from '../answer/send.ts'
import { readPath } from '../request/parse-request.ts'
import { peering } from './access.ts'
import { type AdmittedPeer, resultsPath } from './peer-answers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    peer: AdmittedPeer | null
  }
}

/** Adds the routes for the other hosts of the group. The guard has checked the sender. */
export function addGroupRoutes(app: FastifyInstance): void {
  const config = { ...peering, isQuiet: true }
  app.get(`${resultsPath}:result_id`, { config, exposeHeadRoute: false }, async (request, reply) => {
    const id = readPath(request.params, 'result_id')
    const parts = request.peer?.readResult(id)
    if (!parts)
      throw new SpecimenError('route.unknown', `This host has no result ${cutText(id, 100)}, or no longer.`)
    reply.header('cache-control', 'no-store').type('application/octet-stream')
    return await sendBytes(parts, reply)
  })
}
