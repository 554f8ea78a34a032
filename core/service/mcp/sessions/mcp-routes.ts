import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { describe } from '../../../contract/text/describe.ts'
import { isJsonObject, type JsonObject } from '../../../contract/values/json.ts'
import type { OpenInnerPeer } from '../../http/inner-peers.ts'
import { owning } from '../../http/routes/access.ts'
import type { Services } from '../../http/routes/routes.ts'
import { type Asker, toAuthInfo } from '../answers/asker.ts'
import type { SessionMaker } from './open-session.ts'
import type { AgentSession } from './session.ts'
import type { Sessions } from './sessions.ts'
import { toAsker } from './to-asker.ts'

/** The parameters of {@link addMcpRoutes}. */
export interface McpRouteOptions {
  readonly services: Pick<Services, 'publicPath'>
  readonly sessions: Sessions
  /** @throws `host.busy`, `config.invalid` where the package is not installed */
  readonly create: SessionMaker
  readonly now: () => number
  readonly openPeer: OpenInnerPeer
}

/** Headers that the transport reads. */
const passed = ['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id']
/** The guard of all messages: what a tool needs beyond reading, it asks for itself. */
const rules = { config: { ...owning, isPage: true } }

/** Adds `/mcp`: messages as POST, their answers and news as streams of events, and the end of a session. */
export function addMcpRoutes(app: FastifyInstance, options: McpRouteOptions): void {
  const { sessions, create, now } = options
  app.post('/mcp', rules, async (request, reply) => {
    const message = readMessage(request.body)
    const isFirst = message.method === 'initialize' && request.headers['mcp-session-id'] === undefined
    const session = isFirst ? await create(toOwner(request), request.client) : findSession(sessions, request)
    const answer = await exchange({ session, options, message }, reply)
    const { server, transport } = session.parts
    if (transport.sessionId === undefined) await server.close() // initialize was refused
    return answer
  })
  app.get('/mcp', { exposeHeadRoute: false, ...rules }, async (request, reply) => {
    return await exchange({ session: findSession(sessions, request), options }, reply)
  })
  app.delete('/mcp', rules, async (request, reply) => {
    return await exchange({ session: findSession(sessions, request), options }, reply)
  })

  /** A request of a session, and its message where it has one. */
  interface Exchange {
    readonly session: AgentSession
    readonly options: McpRouteOptions
    readonly message?: JsonObject
  }

  async function exchange({ session, message }: Exchange, reply: FastifyReply): Promise<FastifyReply> {
    const end = session.begin(now)
    const { raw } = reply
    raw.once('close', end)
    const asker = toAsker(session, options, reply)
    const authInfo = toAuthInfo(asker)
    const answer = await session.parts.transport.handleRequest(toWebRequest(reply.request, asker), {
      parsedBody: message,
      authInfo,
    })
    return await sendAnswer(answer, reply)
  }
}

/** One message: a batch would pass the limits of requests as one. @throws `request.invalid` */
function readMessage(body: unknown): JsonObject {
  if (isJsonObject(body)) return body
  throw new SpecimenError('request.invalid', `The body must be one JSON-RPC message (got ${describe(body)}).`)
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

function toWebRequest({ method, headers: given }: FastifyRequest, { facts: { root } }: Asker): Request {
  const headers = new Headers()
  for (const name of passed) {
    const value = given[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(`${root}/mcp`, { method, headers })
}

async function sendAnswer({ status, headers, body }: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(status)
  for (const [name, value] of headers) if (name !== 'connection') reply.header(name, value)
  if (!body) return await reply.send()
  const isStream = headers.get('content-type') === 'text/event-stream'
  // The same class, which the types of pages and of Node declare apart.
  const stream = Readable.fromWeb(body as ReadableStream<Uint8Array>)
  if (isStream) return await reply.send(stream)
  return await reply.send(Buffer.concat(await stream.toArray()))
}
