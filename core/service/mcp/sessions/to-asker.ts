import type { FastifyReply } from 'fastify'
import { parseBearer } from '../../../contract/domain/bearer-token.ts'
import { readRoom } from '../../access/rights.ts'
import type { OpenInnerPeer } from '../../http/inner-peers.ts'
import { readQuery } from '../../http/request/parse-request.ts'
import type { PublicPath } from '../../http/request/public-path.ts'
import { Asker } from '../answers/asker.ts'
import { agentColor, toAgentName } from '../rooms/agent-name.ts'
import type { LargeTexts } from '../streams/encode-message.ts'
import type { EventStream } from '../streams/event-stream.ts'
import type { AgentSession } from './session.ts'

/** The parts of a host that {@link toAsker} uses. */
export interface AskerParts {
  readonly publicPath: PublicPath
  readonly openPeer: OpenInnerPeer
  /** The stream of the answer, and the large texts in it. */
  readonly stream: EventStream
  readonly texts: LargeTexts
}

/** Returns the sender of a message of a session. @throws `room.invalid`, `room.refused` */
export function toAsker(
  { parts: { seat, kept, server: agent } }: AgentSession,
  { publicPath, openPeer, stream, texts }: AskerParts,
  reply: FastifyReply,
): Asker {
  const { caller, client, origin, query, raw } = reply.request
  return new Asker({
    caller,
    client,
    origin,
    roomId: readRoom(caller, readQuery(query, 'room_id')),
    root: publicPath.originOf(raw) + publicPath.prefixOf(raw),
    hold: (bytes) => stream.reserve(bytes),
    addText: (text) => texts.add(text),
    holdWork: (thing) => reply.server.heldAnswers.takeShared(client, thing, 0).release,
    kept,
    seat,
    visitor: {
      openSocket: (roomId, events) => openPeer(roomId, raw, events),
      writeJoin: (key) => ({
        type: 'join',
        name: toAgentName(caller, agent.getClientVersion()?.name),
        color: agentColor,
        key,
        token: parseBearer(raw.headers.authorization),
      }),
    },
  })
}
