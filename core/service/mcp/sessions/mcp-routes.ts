import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { OpenInnerPeer } from '../../http/inner-peers.ts'
import { takeBody } from '../../http/request/parse-request.ts'
import type { PublicPath } from '../../http/request/public-path.ts'
import { owning } from '../../http/routes/access.ts'
import type { McpPackages } from '../packages.ts'
import { refuseMessage } from '../streams/refuse-message.ts'
import { openExchange } from './open-exchange.ts'
import type { SessionMaker } from './open-session.ts'
import { findRefusal } from './protocol-headers.ts'
import { parseMessage, readMessage } from './read-message.ts'
import type { AgentSession } from './session.ts'
import type { Sessions } from './sessions.ts'

/** What is there once the package has been loaded. */
export interface LoadedMcp {
  readonly types: McpPackages['types']
  /** @throws `host.busy` */
  readonly create: SessionMaker
}

/** The parameters of {@link addMcpRoutes}. */
export interface McpRouteOptions {
  readonly publicPath: PublicPath
  readonly sessions: Sessions
  /** @throws `config.invalid` where the package is not installed */
  readonly load: () => Promise<LoadedMcp>
  readonly now: () => number
  readonly createId: () => string
  readonly openPeer: OpenInnerPeer
}

/** The guard of all messages: what a tool needs beyond reading, it asks for itself. */
const rules = { config: { ...owning, isPage: true } }
const streamType = 'text/event-stream'

/** Adds `/mcp`: messages as POST, their answers and news as streams of events, and the end of a session. */
export function addMcpRoutes(app: FastifyInstance, options: McpRouteOptions): void {
  const { sessions, load, now } = options

  app.post('/mcp', rules, async (request, reply) => {
    const body = readMessage(takeBody(request))
    const isFirst = body.method === 'initialize' && request.headers['mcp-session-id'] === undefined
    const listed = isFirst ? undefined : findSession(sessions, request)
    const { types, create } = await load()
    await setImmediate() // the turn has parsed the body
    const message = parseMessage(types, body)
    const refusal = findRefusal(types, request, ['application/json', streamType])
    if (refusal) return await refuseMessage(reply, ...refusal)
    if (types.isInitializeRequest(message) !== isFirst)
      return await refuseMessage(
        reply,
        400,
        'A session begins with one initialize, of the form that the protocol has.',
      )
    const session = listed ?? (await create(toOwner(request), request.client))
    try {
      const { transport } = session.parts
      if (!types.isJSONRPCRequest(message)) {
        touch(session)
        transport.receiveNotification(message)
        return await reply.code(202).send()
      }
      const exchange = openExchange(session, options, reply)
      const { protocolVersion } = types.isInitializeRequest(message) ? message.params : exchange
      const answer = transport.receiveRequest(message, { ...exchange, protocolVersion })
      if (isFirst) sessions.add(session)
      return await answer
    } finally {
      if (isFirst && !sessions.has(session)) await session.parts.server.close()
    }
  })

  app.get('/mcp', { exposeHeadRoute: false, ...rules }, async (request, reply) => {
    const session = findSession(sessions, request)
    const { types } = await load()
    const refusal = findRefusal(types, request, [streamType])
    if (refusal) return await refuseMessage(reply, ...refusal)
    const { 'last-event-id': last } = request.headers
    const lastEventId = typeof last === 'string' && last !== '' ? last : undefined
    return await session.parts.transport.openStream(lastEventId, openExchange(session, options, reply))
  })

  app.delete('/mcp', rules, async (request, reply) => {
    await findSession(sessions, request).parts.server.close()
    return await reply.code(200).send()
  })

  function touch(session: AgentSession): void {
    session.begin(now)()
  }
}

/** @throws `request.invalid`, `session.unknown` */
function findSession(sessions: Sessions, request: FastifyRequest): AgentSession {
  const { 'mcp-session-id': id } = request.headers
  if (typeof id === 'string' && id !== '') return sessions.find(id, toOwner(request))
  const detail = 'Mcp-Session-Id must name a session, which the answer to initialize begins'
  throw new SpecimenError('request.invalid', `${detail}; agents come in by this address, and people by /.`)
}

/** Names who may use a session: the caller, and the address where many share its name. */
function toOwner({ caller, client }: FastifyRequest): string {
  return `${caller.name} ${client}`
}
