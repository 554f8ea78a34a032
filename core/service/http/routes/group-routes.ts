import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { isFileAddress } from '../../../contract/domain/specimen.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { sendBytes } from '../answer/send.ts'
import { readPath, watchClient } from '../request/parse-request.ts'
import { peering } from './access.ts'
import {
  type AdmittedPeer,
  broughtPath,
  fileStatusHeader,
  filesPath,
  lookPath,
  redisPath,
  reloadPath,
  resultsPath,
  roomsPath,
} from './peer-answers.ts'

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
  app.get(`${roomsPath}:room_id`, { config, exposeHeadRoute: false }, async (request, reply) => {
    const fields = request.peer?.readRoom(readPath(request.params, 'room_id'))
    if (!fields) throw new SpecimenError('route.unknown', 'This host does not have the room.')
    return await reply.header('cache-control', 'no-store').send(fields)
  })
  app.route<{ Params: { worker: string; specimen: string; part: string } }>({
    method: ['GET', 'HEAD'],
    url: `${filesPath}:worker/:specimen/:part`,
    config,
    exposeHeadRoute: false,
    handler: async ({ peer, params, method, headers }, reply) => {
      const { worker, specimen, part } = params
      if (!peer || !isFileAddress(part))
        throw new SpecimenError('route.unknown', 'A worker has no such part of a file.')
      const passed = Object.entries(headers).filter((entry): entry is [string, string] => {
        return typeof entry[1] === 'string'
      })
      const asked = { specimen, part, headers: Object.fromEntries(passed) } as const
      const request = { ...asked, method: method === 'HEAD' ? 'HEAD' : 'GET' } as const
      const answer = await peer.openFile(worker, request, watchClient(reply))
      reply.headers({ ...answer.headers, [fileStatusHeader]: answer.status })
      if (method === 'HEAD' || !answer.body) return await reply.send()
      reply.header('content-length', answer.byteLength)
      return await reply.send(Readable.from(answer.body, { objectMode: true, highWaterMark: 1 }))
    },
  })
  app.get(`${broughtPath}:hash`, { config, exposeHeadRoute: false }, async ({ peer, params }, reply) => {
    const answer = await peer?.openBrought(readPath(params, 'hash'), watchClient(reply))
    reply.header('cache-control', 'no-store').type('application/octet-stream')
    if (!answer?.body) return await reply.send()
    reply.header('content-length', answer.byteLength)
    return await reply.send(Readable.from(answer.body, { objectMode: true, highWaterMark: 1 }))
  })
  app.get(redisPath, { config, exposeHeadRoute: false }, async ({ peer }, reply) => {
    return await reply.header('cache-control', 'no-store').send(await peer?.askRedis())
  })
  app.post(reloadPath, { config }, async ({ peer }, reply) => {
    await peer?.reload()
    return await reply.code(204).send()
  })
  app.post(lookPath, { config }, async ({ peer }, reply) => {
    await peer?.look()
    return await reply.code(204).send()
  })
}
